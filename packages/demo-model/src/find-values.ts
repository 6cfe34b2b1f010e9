import type { Column, Table } from './catalog.ts'
import { AGGREGATE } from './extremes.ts'
import { figuresOf, isRowNoun, spelledOut } from './match-columns.ts'
import type { Filter } from './plan.ts'
import type { Question, Token } from './read-question.ts'
import { isAdjectiveOf, likeness, stem, toWords } from './words.ts'

/** Finds conditions on values that are among the samples of a column, and marks their words as used. */
export function findValues(question: Question, table: Table): Filter[] {
  const isMeasured =
    question.isDescending !== null || (question.aggregate !== null && question.aggregate !== 'count')
  const numeric = figuresOf(table)
  const isMeasure = (word: string) =>
    isMeasured && numeric.some(({ stems }) => stems.some((own) => likeness(own, word) >= 0.9))
  const inNames = table.columns.flatMap((column) => spelledOut(column, question.tokens))
  const isTaken = (token: Token) =>
    token.use !== null ||
    inNames.includes(token) ||
    isAggregate(token) ||
    isAskedFor(question, token) ||
    isNounOnly(table, token.stem) ||
    isMeasure(token.stem)
  const namedIn = (column: Column, isSpelled: boolean) => {
    const isOther = (token: Token, at: number) =>
      isTaken(token) || isCodeElsewhere(question, { column, table, at })
    const candidates = column.kind === 'text' ? column.samples : []
    return candidates.filter((value) => isNamed(question.tokens, { value, isSpelled, isTaken: isOther }))
  }
  // Of a product "Phone" and a category "Phones", the question "from Phones" means the category.
  const spelled = table.columns.map((column) => namedIn(column, true))
  return table.columns.flatMap((column, at): Filter[] => {
    const named = new Set([...(spelled[at] ?? []), ...namedIn(column, false)])
    const values = new Set(column.samples.filter((value) => named.has(value)))
    return values.size === 0 ? [] : [{ kind: 'in', column, values: [...values] }]
  })
}

/** Whether a word asks for one figure of many values: "the total price", also where a column has rows named Total. */
function isAggregate({ word, text }: Token): boolean {
  return AGGREGATE.test(word) && text === word
}

/** Whether a word names what is asked for, also where a column holds it as a value: "each validator", "which validator has". */
function isAskedFor({ tokens }: Question, token: Token): boolean {
  const at = tokens.indexOf(token)
  const before = tokens[at - 1]?.word ?? ''
  return /^(?:each|every|per)$/.test(before) || (before === 'which' && VERB.test(tokens[at + 1]?.word ?? ''))
}

const VERB = /^(?:has|have|had|is|are|was|were|does|did)$/

type CodePlace = { readonly column: Column; readonly table: Table; readonly at: number }

/**
 * Whether another column may hold the code too, and no word says which: origin and destination of a flight.
 */
function isCodeElsewhere({ tokens }: Question, { column, table, at }: CodePlace): boolean {
  const rivals = table.columns.filter((other) => other !== column && isLikeCoded(column, other))
  if (rivals.length === 0) return false
  const before = tokens[at - 1]?.word ?? ''
  const isMeant = ({ stems }: Column) =>
    stems.some(
      (own) => DIRECTIONS.get(before)?.includes(own) || tokens.some(({ stem: word }) => word === own),
    )
  return !isMeant(column) || rivals.some(isMeant)
}

/** The columns that a word before a code names. */
export const DIRECTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    from: ['origin', 'from', 'departure', 'sender'],
    to: ['destination', 'to', 'arrival', 'recipient', 'receiver'],
  }),
)

function isLikeCoded(column: Column, other: Column): boolean {
  return isCoded(column) && isCoded(other) && column.samples[0]?.length === other.samples[0]?.length
}

/** Whether the samples of a column are short codes in capital letters: "LAX". */
export function isCoded({ kind, samples }: Column): boolean {
  return kind === 'text' && samples.length > 0 && samples.every((value) => /^[A-Z]{2,4}$/.test(value))
}

/**
 * Whether a word only names the rows. A word with the same meaning may also be a value: `delegation` in a
 * table of stakes.
 */
function isNounOnly(table: Table, word: string): boolean {
  if (!isRowNoun(table, word)) return false
  const names = [...toWords(table.name), ...toWords(table.source)].map(stem)
  if (names.includes(word)) return true
  return !table.columns.some(
    ({ kind, samples }) => kind === 'text' && samples.some((sample) => stem(sample) === word),
  )
}

type Candidate = {
  readonly value: string
  /** Whether the question must write each word as the value does, with its ending and its letter case. */
  readonly isSpelled: boolean
  readonly isTaken: (token: Token, at: number) => boolean
}

/** Whether the words of a value follow each other in the question. Marks them as used. */
function isNamed(tokens: readonly Token[], { value, isSpelled, isTaken }: Candidate): boolean {
  const words = toWords(value).map(stem)
  if (words.length === 0 || words.length > 6 || value.length < 2) return false
  for (let at = 0; at + words.length <= tokens.length; at++) {
    const span = tokens.slice(at, at + words.length)
    const isSame = span.every(
      (token, index) =>
        isSameValue(token, words[index] ?? '', { value, count: words.length }) &&
        (!isSpelled || value.includes(token.text.replace(/['’]s$/, ''))) &&
        // Last, because it takes the most time and few words come so far.
        !isTaken(token, at + index),
    )
    if (!isSame) continue
    for (const token of span) token.use = 'filter'
    return true
  }
  return false
}

function isSameValue(
  token: Token,
  word: string,
  { value, count }: { readonly value: string; readonly count: number },
): boolean {
  if (token.stem === word) return count > 1 || word.length > 2 || token.isName
  if (count > 1) return false
  // A code such as GOOG is not the short form of a longer word.
  const isCode = /^[A-Z]{2,5}$/.test(value) && value !== 'USA'
  if (likeness(token.stem, word) === 0.9 && ['usa', 'american'].includes(word)) return token.isName
  if (isAdjectiveOf(token.stem, word)) return true
  const isFamily =
    !isCode && word.length >= 4 && token.stem.startsWith(word) && token.stem.length - word.length <= 3
  return isFamily && (token.isName || /y$/.test(token.stem))
}
