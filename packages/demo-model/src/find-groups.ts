import type { Column, Table } from './catalog.ts'
import {
  type ColumnMatch,
  coveredBy,
  figuresOf,
  isNameOfRows,
  isRowNoun,
  labelOf,
  matchColumns,
  nounColumn,
  ownNumber,
  PEOPLE,
  spelledOut,
  timeOf,
} from './match-columns.ts'
import type { Plan } from './plan.ts'
import { type Question, SUPERLATIVE, type Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

/** The least share of the name of a column of numbers that words must match to group by the column. */
const HALF = 0.5
const GROUP_WORDS = new Set(['by', 'per', 'each', 'every', 'across', 'among', 'between'])
const GRAIN_WORD = /^(?:calendar|year|quarter|month|week|weekday|day|hour)s?$/
const LINKS = new Set(['and', 'the', 'different', 'all', 'of', 'for', 'in', 'each', 'every', 'a', 'an'])

/** Finds the columns after "by", "per", "each" and similar words, and marks their words as used. */
export function findGroups(question: Question, table: Table): Column[] {
  const isRanked =
    question.limit !== null || /\b(?:top|rank|ranked|sort|sorted|order|ordered)\b/i.test(question.text)
  const kinds = isRanked ? ['text', 'boolean'] : ['text', 'boolean', 'number']
  const candidates = table.columns.filter(({ kind }) => kinds.includes(kind))
  const groups: Column[] = []
  const { tokens } = question
  for (let at = 0; at < tokens.length; at++) {
    const isGroupWord =
      GROUP_WORDS.has(tokens[at]?.word ?? '') && !GRAIN_WORD.test(tokens[at + 1]?.word ?? '')
    if (!isGroupWord || isInsideName(tokens, at, table)) continue
    const phrase = phraseAfter(tokens, at + 1)
    const found = findNamed(candidates, phrase)
    const isNoun =
      phrase[0] !== undefined && likeness(phrase[0].stem, stem(toWords(table.name).at(-1) ?? '')) >= 0.9
    const noun = isNoun && tokens[at]?.word !== 'by' ? nounColumn(table) : null
    const own = noun !== null && isNameOfRows(table, noun) ? noun : null
    if (question.aggregate === 'avg' && isEachRow(table, found?.column ?? own)) continue
    if (found === undefined && own !== null) groups.push(own)
    const isMeasureOfThat = found?.column.kind === 'number' && tokens[at]?.word === 'between'
    // "Per delegation" is not "per delegation fee rate".
    const isPart = found?.column.kind === 'number' && found.coverage < HALF
    if (
      found === undefined ||
      found.score < 0.6 ||
      isPart ||
      isMeasureOfThat ||
      groups.includes(found.column)
    )
      continue
    groups.push(found.column)
    mark(phrase, found.column)
    const second = secondGroup(
      phrase,
      candidates.filter((column) => !groups.includes(column)),
    )
    if (second !== null) groups.push(second)
  }
  return groups
}

/** The column whose whole name a phrase has, else the one that fits its words best. */
function findNamed(candidates: readonly Column[], phrase: readonly Token[]): ColumnMatch | undefined {
  const spelled = candidates.find((column) => spelledOut(column, phrase).length > 0)
  if (spelled !== undefined) return { column: spelled, score: 1, coverage: 1 }
  return matchColumns(
    candidates,
    phrase.map((token) => token.stem),
  )[0]
}

/** Whether each value of a column is one row: the average "per movie" is the average of the rows. */
function isEachRow(table: Table, column: Column | null): boolean {
  return column !== null && (column === ownNumber(table) || (column.isLabel && column === nounColumn(table)))
}

/** Whether the plan gives one figure where the question asks for several: "how many stakes does each owner have". */
export function isUngrouped({ tokens }: Question, { kind, table, measures }: Plan): boolean {
  const columns = measures.flatMap((measure) => measure.columns)
  const isOfFigure = (word: string) => columns.some((column) => toWords(column.name).map(stem).includes(word))
  return (
    kind === 'scalar' &&
    tokens.some(({ use, stem: word, text }, at) => {
      const isAsked = /^(?:each|every|per)$/.test(tokens[at - 1]?.word ?? '') && use === null
      return isAsked && /\p{L}{2}/u.test(text) && !isOfFigure(word) && !isRowNoun(table, word)
    })
  )
}

/** Whether a word is inside the name of a column: the "per" of "miles per gallon" groups nothing. */
function isInsideName(tokens: readonly Token[], at: number, table: Table): boolean {
  return table.columns.some(({ name }) => {
    const words = toWords(name)
    const inside = words.indexOf(tokens[at]?.word ?? '')
    const span = tokens.slice(at - inside, at - inside + words.length).map(({ word }) => stem(word))
    return inside > 0 && span.join(' ') === words.map(stem).join(' ')
  })
}

/** Words after which a condition follows, and no group. */
const CLAUSE = /^(?:with|without|having|where|whose|that)$/

function phraseAfter(tokens: readonly Token[], from: number): Token[] {
  const phrase: Token[] = []
  for (const token of tokens.slice(from, from + 6)) {
    if (LINKS.has(token.word)) continue
    if (token.use !== null || phrase.length === 4 || CLAUSE.test(token.word)) break
    phrase.push(token)
  }
  return phrase
}

function secondGroup(phrase: readonly Token[], candidates: readonly Column[]): Column | null {
  const left = phrase.filter(({ use }) => use === null)
  const found = matchColumns(
    candidates.filter(({ kind }) => kind !== 'number'),
    left.map((token) => token.stem),
  )[0]
  if (found === undefined || found.coverage < 0.9) return null
  mark(left, found.column)
  return found.column
}

export type Entity =
  | { readonly kind: 'label'; readonly column: Column | null; readonly isSingle: boolean }
  | { readonly kind: 'category'; readonly column: Column; readonly isSingle: boolean }
  | { readonly kind: 'time'; readonly column: Column; readonly isSingle: boolean }

const QUESTION_WORDS = /^(?:which|what|whose|who|when|list|name|show|top|bottom)$/
/** Superlatives that order no figure without another word. */
const COUNTING = /^(?:most|least|fewest|best|worst|leading)$/
const VERBS =
  /^(?:is|are|was|were|has|have|had|did|does|do|the|a|an|of|and|with|made|earned|in|on|at|by|from|to)$/

/**
 * Finds what "which …" asks for: the rows themselves, a column that groups them, or a day. Marks its words as
 * used.
 */
export function findEntity(question: Question, table: Table): Entity | null {
  const { tokens } = question
  for (const phrase of entityPhrases(tokens)) {
    const entity = toEntity(phrase, table)
    if (entity !== null) return entity
  }
  const time = timeOf(table)
  if (tokens[0]?.word === 'when' && time !== null && time.kind !== 'year')
    return { kind: 'time', column: time, isSingle: true }
  return tokens[0]?.word === 'who' ? entityOfPeople(table) : null
}

/** The people that "who" asks for: those that the rows are, else the only column that names people. */
function entityOfPeople(table: Table): Entity {
  const label = labelOf(table)
  const isOfPeople = ({ name, kind }: Column) =>
    kind === 'text' && PEOPLE.has(stem(name)) && !/^(?:country|company)$/i.test(name)
  const [column, ...more] = label === null ? table.columns.filter(isOfPeople) : []
  return column === undefined || more.length > 0
    ? { kind: 'label', column: label, isSingle: true }
    : { kind: 'category', column, isSingle: true }
}

function entityPhrases(tokens: readonly Token[]): Token[][] {
  // "Heaviest car" asks which car it is.
  const isStart = ({ word }: Token, at: number) =>
    QUESTION_WORDS.test(word) || (at === 0 && SUPERLATIVE.test(word) && !COUNTING.test(word))
  const starts = tokens.flatMap((token, at) => (isStart(token, at) ? [at + 1] : []))
  const phrases = starts.map((start) => {
    const skipped = tokens
      .slice(start)
      .findIndex(({ word }) => !/^(?:the|are|is|were|was|me|of|these|those)$/.test(word))
    const from = start + Math.max(0, skipped)
    const length = tokens.slice(from).findIndex(({ word }) => VERBS.test(word))
    return tokens.slice(from, length < 0 ? from + 5 : from + Math.min(length, 5))
  })
  const before = tokens.flatMap((token, at) => {
    const isWith =
      token.word === 'with' &&
      /^(?:the|most|least|highest|lowest|largest|smallest)$/.test(tokens[at + 1]?.word ?? '')
    return isWith ? [tokens.slice(Math.max(0, at - 2), at)] : []
  })
  return [...phrases, ...before]
}

function toEntity(phrase: readonly Token[], table: Table): Entity | null {
  const free = phrase.filter(({ use, text }) => use === null && !/^\p{N}/u.test(text))
  const time = timeOf(table)
  const isDay = free.some((token) => token.stem === 'day' || token.stem === 'date')
  if (isDay && time !== null && time.kind !== 'year')
    return { kind: 'time', column: time, isSingle: isSingular(free) }
  const rowNoun = free.find((token) => isRowNoun(table, token.stem))
  const categories = table.columns.filter(({ kind }) => kind === 'text')
  const found = matchColumns(
    categories,
    free.map((token) => token.stem),
  )[0]
  const figures = figuresOf(table)
  const figure = matchColumns(
    figures,
    free.map((token) => token.stem),
  )[0]
  const isFigure = (figure?.score ?? 0) > (found?.score ?? 0)
  if (
    found !== undefined &&
    found.score >= 0.6 &&
    !isFigure &&
    !(rowNoun !== undefined && found.column.isLabel)
  ) {
    mark(free, found.column)
    return {
      kind: found.column === labelOf(table) ? 'label' : 'category',
      column: found.column,
      isSingle: isSingular(free),
    }
  }
  // "The total supply" of a table called supply is a figure. It does not mean the rows.
  const isFigureNamed = figure !== undefined && figure.coverage >= 0.9
  if (rowNoun === undefined || (isFigureNamed && coveredBy(figure.column, rowNoun.stem))) return null
  rowNoun.use = 'entity'
  const column = nounColumn(table)
  const isSingle = isSingular([rowNoun])
  return column === null || column.isLabel || column === ownNumber(table)
    ? { kind: 'label', column, isSingle }
    : { kind: 'category', column, isSingle }
}

function isSingular(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)
  return last === undefined || last.stem === last.word
}

function mark(tokens: readonly Token[], column: Column): void {
  for (const token of tokens) {
    if (coveredBy(column, token.stem)) token.use = 'group'
  }
}
