import { type Column, isDateColumn, type Table } from './catalog.ts'
import { isConnectingVerb } from './connecting-verbs.ts'
import { dialectOf } from './dialect.ts'
import { HINTS, isDescribedAs } from './find-measures.ts'
import { coveredBy, isRowNoun, spelledOut } from './match-columns.ts'
import type { Plan } from './plan.ts'
import {
  contentTokens,
  HIGHEST,
  isFunctionWord,
  LOWEST,
  type Question,
  SUPERLATIVE,
  type Token,
} from './read-question.ts'
import { isPastOf, likeness, stem, toWords } from './words.ts'

/** The words of a question that a plan does not use. */
export type LeftOut = {
  /** The words, spelled as in the question. */
  readonly words: readonly string[]
  /** Whether the question has another meaning without these words: "not", "before", or most of its words. */
  readonly isDecisive: boolean
}

/** Finds the words that change the meaning of the question and that no part of the plan represents. */
export function findLeftOut(question: Question, plan: Plan): LeftOut {
  const columns = columnsOf(plan)
  const guessed = wordsOfOtherFigure(question, plan)
  const otherEnd = otherEndOf(question)
  const isUsed = (token: Token) =>
    token !== otherEnd && !guessed.includes(token) && isUsedWord(token, { question, plan, columns })
  const left = question.tokens.filter((token) => !isUsed(token))
  const content = question.tokens.filter(
    ({ stem: word, text }) => !isFunctionWord(word) && /\p{L}/u.test(text),
  )
  const isMost = left.length > 1 && left.length * 2 > content.length
  return {
    words: left.map(({ text }) => text),
    isDecisive:
      isMost ||
      otherEnd !== undefined ||
      guessed.length > 0 ||
      left.some(
        (token) =>
          isUnitOfNumber(question, token) ||
          isRankedNoun(question, token) ||
          isQualifier(question, token) ||
          isFigure(question, plan, token),
      ) ||
      left.some(({ word, isName }) => isName || isMeaningful(word) || /^\p{N}/u.test(word)),
  }
}

/** The second word of "minimum and maximum", because an answer gives only one of the two. "At least" is neither. */
function otherEndOf({ tokens }: Question): Token | undefined {
  const free = tokens.filter(({ use }, at) => use !== 'replaced' && tokens[at - 1]?.word !== 'at')
  const first = free.findIndex(({ word }) => HIGHEST.test(word) || LOWEST.test(word))
  const opposite = HIGHEST.test(free[first]?.word ?? '') ? LOWEST : HIGHEST
  const joint = free.findIndex(({ word }, at) => at > first && (word === 'and' || word === 'or'))
  return first < 0 || joint < 0 ? undefined : free.slice(joint).find(({ word }) => opposite.test(word))
}

/** Whether a word may be the figure of a plan that only counts rows: "revenue by country". */
function isFigure({ tokens, aggregate }: Question, { measures }: Plan, token: Token): boolean {
  const isRowCount = measures.every(({ columns }) => columns.length === 0)
  const by = tokens.findIndex(({ word }) => /^(?:by|per|each|every)$/.test(word))
  return isRowCount && aggregate !== 'count' && tokens.indexOf(token) < by
}

/** Whether a word is the unit of a number that a condition uses: "over 2 tons". */
function isUnitOfNumber({ tokens }: Question, token: Token): boolean {
  const before = tokens[tokens.indexOf(token) - 1]
  return (
    before !== undefined && before.use === 'filter' && /^\p{N}/u.test(before.text) && !isYearNumber(before)
  )
}

/**
 * Whether a word says which rows or which figure are meant: after "of", "with" or "are", or directly before another
 * word of the data ("the balance of bob", "customers with an email", "rock tracks"), or after "how" ("how big is it").
 */
function isQualifier({ tokens }: Question, token: Token): boolean {
  const at = tokens.indexOf(token)
  const before = tokens.slice(0, at).findLast(({ word }) => !ARTICLE.test(word))
  const next = tokens[at + 1]
  const isBeforeNoun = next !== undefined && !isFunctionWord(next.stem) && /\p{L}/u.test(next.text)
  return isBeforeNoun || (before !== undefined && BINDING.test(before.word))
}

/** Whether a word is the noun that a superlative ranks: the "account" of "the most active account". */
function isRankedNoun({ tokens }: Question, token: Token): boolean {
  const at = tokens.indexOf(token)
  const near = tokens.slice(Math.max(0, at - 2), at).map(({ word }) => word)
  const last = near.findLastIndex((word) => SUPERLATIVE.test(word))
  return last >= 0 && near.slice(last + 1).every((word) => !isFunctionWord(stem(word)))
}

const ARTICLE = /^(?:an?|the|any|all|each|every|its|their|his|her|my|our)$/
const BINDING =
  /^(?:of|for|by|from|in|on|at|to|as|about|with|into|per|have|has|had|having|is|are|was|were|do|does|did|get|gets|most|fewest|least|many|more|fewer|which|who|what|and|or|than|how)$/

function isYearNumber({ word }: Token): boolean {
  return /^(?:1[4-9]|20|21)\d\ds?$/.test(word)
}

type Use = { readonly question: Question; readonly plan: Plan; readonly columns: readonly Column[] }

function isUsedWord(token: Token, { question, plan, columns }: Use): boolean {
  if (token.use !== null) return true
  if (columns.some((column) => spelledOut(column, question.tokens).includes(token))) return true
  if (/^\p{N}/u.test(token.text)) return Number(token.text) === question.limit
  const meaning = MEANINGS.find(([pattern]) => pattern.test(token.word))
  if (meaning?.[1](plan, question) === true || token.word === plan.time?.grain) return true
  if (columns.some((column) => isNameOf(column, token.stem))) return true
  if (meaning !== undefined) return false
  if (HINTS.get(token.word)?.some((hint) => columns.some((column) => coveredBy(column, stem(hint)))))
    return true
  if (columns.some((column) => isAboutColumn(column, token.stem))) return true
  if (isConnectingVerb(token.word) || isGrammar(token) || isDated(token, plan)) return true
  if (token.word === 'often' && question.aggregate === 'count') return true
  return isTableName(plan.table, token) || (isDescribed(plan.table, token) && !isQualifier(question, token))
}

/** Whether a word says what happened on a date of the rows: "built in 1975", "hired before 2018". */
function isDated({ word }: Token, { table, time, filters }: Plan): boolean {
  const dates = table.columns.filter((column) => isDateColumn(column) || column.kind === 'year')
  const isUsed = time !== null || filters.some(({ kind }) => /^(?:years|months|dates)$/.test(kind))
  const isOfOnly =
    dates.length === 1 && /^(?:built|made|released|produced|published|issued|created)$/.test(word)
  return isUsed && (isOfOnly || dates.some(({ stems }) => stems.some((verb) => isPastOf(word, verb))))
}

/** Whether a word is grammar: "us", but not "US". */
function isGrammar({ stem: word, text }: Token): boolean {
  return isFunctionWord(word) && text !== 'US'
}

/** Returns the words that may mean a figure, where none of them names the figure of the plan. */
function wordsOfOtherFigure({ tokens }: Question, { measures, table }: Plan): Token[] {
  // Days that are counted are no figure.
  const columns = measures.flatMap((measure) =>
    measure.isDistinct && measure.columns.some(isDateColumn) ? [] : measure.columns,
  )
  const free = tokens.filter(({ use }) => use !== 'filter')
  const isNamed = (column: Column) =>
    isDescribedAs(column, tokens) ||
    spelledOut(column, tokens).length > 0 ||
    contentTokens(free).some(
      ({ word }) => HINTS.get(word)?.some((hint) => coveredBy(column, stem(hint))) === true,
    ) ||
    free.some(({ stem: word }) => isNameOf(column, word) || toWords(column.unit).map(stem).includes(word))
  if (columns.length === 0 || columns.some(isNamed)) return []
  return contentTokens(tokens).filter((token) => !isTableName(table, token) && !isConnectingVerb(token.word))
}

function isMeaningful(word: string): boolean {
  return MEANINGS.some(([pattern]) => pattern.test(word))
}

function columnsOf({ measures, groups, time, label, filters, kind, table }: Plan): Column[] {
  if (kind === 'rows') return [...table.columns]
  const filtered = filters.flatMap((filter) => (filter.kind === 'name' ? filter.columns : [filter.column]))
  const all = [...measures.flatMap(({ columns }) => columns), ...groups, time?.column, label, ...filtered]
  return all.filter((column) => column !== null && column !== undefined)
}

function isNameOf(column: Column, word: string): boolean {
  return coveredBy(column, word) || toWords(column.name).some((own) => likeness(stem(own), word) > 0)
}

function isAboutColumn(column: Column, word: string): boolean {
  return (
    isNameOf(column, word) ||
    (!isFunctionWord(word) && column.descriptionStems.includes(word)) ||
    toWords(column.unit).some((unit) => stem(unit) === word)
  )
}

function isTableName(table: Table, { stem: word }: Token): boolean {
  const own = [...toWords(table.name), ...toWords(table.source)].map(stem)
  return own.some((name) => likeness(name, word) > 0) || isRowNoun(table, word)
}

function isDescribed({ description }: Table, { stem: word, isName }: Token): boolean {
  return !isName && toWords(description).map(stem).includes(word)
}

const hasFilter = (plan: Plan, ...kinds: readonly string[]) =>
  plan.filters.some(({ kind }) => kinds.includes(kind))
const hasAggregate = (plan: Plan, ...wanted: readonly (string | null)[]) =>
  plan.measures.some(({ aggregate }) => wanted.includes(aggregate))
const isOrdered = (plan: Plan) => plan.isDescending !== null || hasAggregate(plan, 'max', 'min')
const never = () => false
const COMPARATIVE =
  /^(?:warm|hott|cold|long|short|heavi|light|high|low|larg|small|bigg|old|young|new|cheap|fast|slow|bett|lat|earli)er$/

/** Words that change the meaning of a question, with the plans that represent them. */
const MEANINGS: readonly (readonly [RegExp, (plan: Plan, question: Question) => boolean])[] = [
  [
    /^(?:not|never|neither|nor|except|excluding|other|others|outside|besides|without|no|non|unless|if)$/,
    never,
  ],
  [
    /^(?:will|would|should|could|why|predict|forecast|tomorrow|yesterday|today|tonight|ago|next|previous)$/,
    never,
  ],
  [/^(?:together|combined|both|row|running|cumulative|consecutive|weekend|weekends)$/, never],
  [/^(?:plus|minus|times|twice|half|double|ratio|divided|negative|positive|zero)$/, never],
  [/^(?:second|third|fourth|fifth|north|south|east|west|spring|summer|autumn|winter)$/, never],
  [
    /^(?:density|rates?|margins?|growth|capita|deviation|variance|range|spread|percentile|quartiles?)$/,
    never,
  ],
  [/^(?:even|odd|early|late|mid)$/, never],
  [
    /^(?:peak(?:s|ed)?|end(?:s|ed)|start(?:s|ed)|began|expired?|reports?|reported|hold|holds|owns?|owe[sd]?|wins?|won|los[et]s?|beats?|beaten)$/,
    never,
  ],
  [/^(?:yearly|annual|monthly|weekly|daily|hourly)$/, never],
  [/^time$/, (plan) => plan.time !== null],
  // A long delay is bad and a long life is good: "best" and "worst" say which end is meant only for a rating.
  [/^(?:best|worst)$/, ({ measures }) => measures.some(({ columns }) => columns.some(isRating))],
  // The number of rows does not say who earned most.
  [
    /^(?:earn(?:s|ed)?|sold|sells?|spent|buys?|bought|purchased)$/,
    (plan, { aggregate }) =>
      hasFilter(plan, 'compare') ||
      plan.measures.some(({ columns }) => columns.length > 0) ||
      isListOfGroups(plan, aggregate),
  ],
  [
    /^(?:fastest|slowest)$/,
    ({ measures }) => measures.some(({ columns }) => columns.some((column) => coveredBy(column, 'speed'))),
  ],
  [/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/, never],
  [/^(?:before|after|since|until|till)$/, (plan) => hasFilter(plan, 'years')],
  [
    /^(?:above|below|under|more|less|fewer|greater|than|exactly|exceeding)$/,
    (plan) => hasFilter(plan, 'compare'),
  ],
  [COMPARATIVE, (plan) => hasFilter(plan, 'compare')],
  [/^over$/, (plan) => hasFilter(plan, 'compare') || plan.time !== null],
  [
    /^between$/,
    (plan) => hasFilter(plan, 'compare', 'years') || plan.groups.length > 0 || plan.kind === 'relation',
  ],
  [/^(?:share|percentage|percent|proportion|fraction)s?$/, (plan) => plan.kind === 'share' || plan.hasShare],
  [/^(?:different|distinct|unique)$/, (plan) => plan.measures.some(({ isDistinct }) => isDistinct)],
  [/^(?:averages?|mean|avg|typical|typically)$/, (plan) => hasAggregate(plan, 'avg')],
  [/^medians?$/, (plan) => hasAggregate(plan, 'median') && dialectOf(plan.table.dialect).median !== null],
  [
    /^(?:totals?|sums?|altogether)$/,
    (plan) => hasAggregate(plan, 'sum') || plan.kind === 'share' || plan.hasShare,
  ],
  [
    /^(?:trend|develop\w*|evol\w*|chang\w*|gr[eo]w\w*|history)$/,
    (plan) => plan.time !== null && plan.kind === 'groups' && plan.limit === null,
  ],
  [/^(?:relationship|relation|correlat\w*|related?)$/, (plan) => plan.kind === 'relation'],
  [
    /^(?:distribution|distributed|histogram)$/,
    (plan) => plan.kind === 'distribution' || plan.groups.length > 0,
  ],
  [
    /^(?:compare|comparison|versus|vs)$/,
    (plan) => plan.groups.length > 0 || plan.time !== null || plan.measures.length > 1,
  ],
  [/^differ\w*$/, (plan) => plan.groups.length > 0],
  [/^first$/, (plan, { isRowsWanted }) => plan.kind === 'rows' && isRowsWanted],
  [/^(?:last|latest|newest|recent|earliest)$/, (plan) => hasFilter(plan, 'newest')],
  [
    /^(?:current|currently|now)$/,
    ({ table, ...plan }) => table.rowCount === 1 || hasFilter({ table, ...plan }, 'newest') || isOfNow(table),
  ],
  [SUPERLATIVE, (plan) => isOrdered(plan) || hasFilter(plan, 'compare')],
]

/** Whether a plan lists the groups of what is named: the customers who bought desks. */
function isListOfGroups({ kind, isDescending, filters }: Plan, aggregate: string | null): boolean {
  return (
    kind === 'groups' &&
    isDescending === null &&
    aggregate === null &&
    filters.some(({ kind: of }) => of === 'in')
  )
}

function isRating(column: Column): boolean {
  return coveredBy(column, 'rating') || coveredBy(column, 'grade')
}

/** Whether the description of a table says that it holds the present state. */
function isOfNow({ description }: Table): boolean {
  return /\b(?:now|currently|one row(?! for))\b/i.test(description)
}
