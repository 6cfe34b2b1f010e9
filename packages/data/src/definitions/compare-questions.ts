import type { StatementReading } from './read-answer.ts'
import type { Wording } from './read-wording.ts'

/** How rare a word is among the verified questions. */
export type Rarity = (word: string) => number

/** A question that is asked, as it is compared. */
export type AskedWording = {
  readonly wording: Wording
  /** Words that follow each other. */
  readonly pairs: ReadonlySet<string>
  /** For each word those that are spelled much like it. */
  readonly similar: ReadonlyMap<string, ReadonlySet<string>>
  /** All of these. */
  readonly near: ReadonlySet<string>
}

/** A verified question, as it is compared. */
export type KnownQuestion = {
  readonly wording: Wording
  readonly pairs: ReadonlySet<string>
  readonly answer: StatementReading
}

/** The weight of a similar word, and of a word that only the statement has. */
const SIMILAR_WORD = 0.5
const STATEMENT_WORD = 0.8
/** The value of a measure that says nothing about two questions. */
const UNKNOWN = 0.5
const MOST_OTHER_COLUMNS = 2
/**
 * The weight of each measure. The weights were fitted with bench/paraphrases.bench.mjs on half of the databases of
 * Spider and on its six older data sets, then rounded.
 */
const WEIGHTS = {
  words: 0.2,
  known: 0.75,
  operations: 0.4,
  numbers: 0.5,
  order: 0.4,
  wantedInSelect: 0.3,
  wantedAlike: 0.3,
  texts: 0.6,
  statementWords: 0.7,
  columns: 0.15,
  statementNumbers: 0.2,
  runs: 0.15,
  selectWords: 0.25,
}
/**
 * What the score loses for an operation that only one of two wordings has, and for one that only the asked wording or
 * only the statement has.
 */
const OPERATIONS_OF_WORDING: Readonly<Record<string, number>> = {
  not: 0.3,
  most: 0.2,
  least: 0.2,
  over: 0.4,
  average: 0.1,
  or: 0.1,
  sorted: 0.25,
  descending: 0.1,
  different: 0.15,
}
const OPERATIONS_OF_STATEMENT: Readonly<Record<string, number>> = {
  not: 0.3,
  least: 0.1,
  each: 0.1,
  count: 0.15,
  average: 0.1,
  or: 0.15,
}

/** How alike the words of two questions are. */
type Likeness = {
  /** The cosine of the words, with a higher weight for rare words. */
  readonly words: number
  /** The share of the asked words that wording and statement know. */
  readonly known: number
  /** Words that both have. */
  readonly common: number
}

/** Says how well a verified question fits an asked one: by words, by what they do with the rows, and by what they want. */
export function scoreQuestion(
  asked: AskedWording,
  { wording, answer, pairs, words, known }: KnownQuestion & Pick<Likeness, 'words' | 'known'>,
  rarity: Rarity,
): number {
  const knows = (word: string) => asked.wording.words.has(word) || asked.near.has(word)
  const { operations, numbers } = asked.wording
  return (
    WEIGHTS.words * words +
    WEIGHTS.known * known +
    WEIGHTS.operations * overlap(operations, wording.operations) +
    WEIGHTS.numbers * compareNumbers(numbers, wording.numbers) +
    WEIGHTS.order * overlap(asked.pairs, pairs) +
    WEIGHTS.wantedInSelect * shareOf(asked.wording.wanted, (word) => answer.selected.has(word), rarity) +
    WEIGHTS.wantedAlike * overlapByRarity(asked.wording.wanted, wording.wanted, rarity) +
    WEIGHTS.texts * (answer.texts.size === 0 ? 0 : shareOf(answer.texts, knows, () => 1) - 1) +
    WEIGHTS.statementWords * shareOf(answer.words, (word) => asked.wording.words.has(word), squared(rarity)) -
    WEIGHTS.columns *
      Math.min(MOST_OTHER_COLUMNS, Math.abs(asked.wording.wantedCount - answer.selectedCount)) +
    WEIGHTS.statementNumbers * inNumbers(numbers, answer.numbers) +
    WEIGHTS.runs * cosine(asked.wording.runs, wording.runs) +
    WEIGHTS.selectWords * shareOf(answer.selected, knows, rarity) -
    differing(operations, wording.operations, OPERATIONS_OF_WORDING) -
    differing(operations, answer.operations, OPERATIONS_OF_STATEMENT)
  )
}

/** Compares the words of two questions. */
export function compareWords(
  { wording: asked, similar }: AskedWording,
  { wording, answer }: KnownQuestion,
  rarity: Rarity,
): Likeness {
  const weight = (word: string, count: number) => (rarity(word) * count) ** 2
  let [product, known, length, common] = [0, 0, 0, 0]
  for (const [word, count] of asked.words) {
    const own = weight(word, count)
    const near = similar.get(word)
    const isNear = (other: string) => near?.has(other) === true
    const same = wording.words.get(word)
    const share =
      same === undefined
        ? Number(wording.words.keys().some((other) => isNear(other) && !asked.words.has(other))) *
          SIMILAR_WORD
        : Math.min(1, same / count)
    const inStatement = answer.words.has(word)
      ? STATEMENT_WORD
      : Number(answer.words.keys().some(isNear)) * STATEMENT_WORD * SIMILAR_WORD
    product += share * own
    common += Number(share > 0)
    known += Math.max(share, inStatement) * own
    length += own
  }
  const other = [...wording.words].reduce((sum, [word, count]) => sum + weight(word, count), 0)
  return {
    words: length * other > 0 ? Math.min(1, product / Math.sqrt(length * other)) : 0,
    known: length > 0 ? known / length : 0,
    common,
  }
}

/** The share of two sets that is common; 1 for two empty ones. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = countIn(a, b)
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

function countIn(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const one of a) if (b.has(one)) common++
  return common
}

function cosine(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size * b.size === 0 ? 0 : countIn(a, b) / Math.sqrt(a.size * b.size)
}

function overlapByRarity(a: ReadonlySet<string>, b: ReadonlySet<string>, rarity: Rarity): number {
  return shareOf(new Set([...a, ...b]), (word) => a.has(word) && b.has(word), rarity)
}

/** The share of words that are known, with a higher weight for rare words. */
function shareOf(words: ReadonlySet<string>, isKnown: (word: string) => boolean, rarity: Rarity): number {
  let [known, all] = [0, 0]
  for (const word of words) {
    all += rarity(word)
    if (isKnown(word)) known += rarity(word)
  }
  return all > 0 ? known / all : UNKNOWN
}

function squared(rarity: Rarity): Rarity {
  return (word) => rarity(word) ** 2
}

/** From -0.5 to 0.5; 0 where neither wording has a number. */
function compareNumbers(asked: ReadonlySet<string>, known: ReadonlySet<string>): number {
  return asked.size + known.size === 0 ? 0 : overlap(asked, known) - 0.5
}

/** How many of the asked numbers the statement has, from -0.5 to 0.5. */
function inNumbers(asked: ReadonlySet<string>, inStatement: ReadonlySet<string>): number {
  if (asked.size === 0) return inStatement.size === 0 ? 0 : -0.5
  return countIn(asked, inStatement) / asked.size - 0.5
}

function differing(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weights: Readonly<Record<string, number>>,
): number {
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + (a.has(name) === b.has(name) ? 0 : weight),
    0,
  )
}
