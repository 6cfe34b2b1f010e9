import { columnsAbout } from './columns-about.ts'
import type { Surroundings } from './match-cells.ts'
import type { MatchedDerived } from './match-derived.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { conversionOf } from './units.ts'
import { fold, isSameWord } from './words-of.ts'

type Comparison = 'below' | 'above' | 'at_least' | 'at_most' | 'between'

/** The words in front of a bound, in English, German, French, Spanish and Chinese. */
const WORDS: readonly (readonly [Comparison, RegExp])[] = [
  ['at_least', /(?:(?<!\p{L})(?:at least|no less than|mindestens|au moins|al menos)|至少|不[少低]于)\s*$/iu],
  [
    'at_most',
    /(?:(?<!\p{L})(?:at most|no more than|up to|höchstens|au plus|como máximo)|至多|最多|不超[过過])\s*$/iu,
  ],
  ['between', /(?:(?<!\p{L})(?:between|zwischen|entre)|介于)\s*$/iu],
  [
    'below',
    /(?:(?<!\p{L})(?:below|under|(?:less|fewer|lower|smaller|cheaper|colder|shorter|lighter|younger) than|unter|weniger als|jünger als|en dessous de|sous|moins de|por debajo de|menos de)|[低小少]于|不到)\s*$/iu,
  ],
  [
    'above',
    /(?:(?<!\p{L})(?:above|over|exceed(?:s|ed|ing)?|(?:more|higher|larger|greater|warmer|longer|heavier|older) than|über|mehr als|älter als|au-dessus de|plus de|por encima de|más de)|[高大多]于|超[过過])\s*$/iu,
  ],
]

/** The number of all rows behind a count: "4 of the 6 months". */
const OF_ALL = /^\s*(?:of|out of|von|der|sur|de)\s+(?:the\s+|all\s+|den\s+|les\s+|los\s+|las\s+)?$/i
const AND = /^\s*(?:°[CF]|%|[a-z]{1,3})?\s*(?:and|und|et|y|to|bis|和|到|–|-)\s*$/i
/** Between a bound and the count behind it: "exceeded 50,000 in 3 of 6 months". */
const BEHIND =
  /^(?:\s+\p{L}+){0,2}\s+(?:in|during|for|on|an|bei|während|pendant|dans|durante|en)\s+(?:(?:only|just|exactly|nur|genau|seulement|s[oó]lo)\s+)?(?:the\s+)?$|^元?的[^\d,，。]{0,8}(?:共?有|为)$/iu
const MOST_BETWEEN = 100
const MOST_BEFORE = 40
const MOST_SENTENCE = 400

/** The highest probability of a fit by chance at which a count is accepted. */
const ACCEPTED = 0.3

/** A count of rows that the sentence describes, and the numbers that are its bounds. */
export type CountUnder = { readonly match: MatchedDerived; readonly bounds: readonly WrittenNumber[] }

/**
 * Finds whether a number is how many rows fulfil the bound that the words near it state: "3 months are below 14 °C".
 * `wrong` where the words name the rows and another number of rows fulfils the bound. Null where they describe no rows.
 */
export function countUnder(
  number: WrittenNumber,
  around: readonly (Surroundings & { readonly table: ResultTable })[],
  written: Written,
): CountUnder | 'wrong' | null {
  const [count] = number.readings
  if (!count || number.form === 'date' || !Number.isInteger(count.value) || count.value < 1) return null
  const { text, numbers } = written
  const condition = readCondition(number, text, numbers) ?? conditionBefore(number, written)
  if (!condition) return null
  const shownUnit = condition.bounds.find(({ unit }) => unit !== null)?.unit ?? null
  let isWrong = false
  for (const one of around) {
    const { table } = one
    const columns = columnsMeant(one, condition.bounds, text)
    const chance = 1 - (1 - 1 / (table.rows.length + 1)) ** columns.length
    if (table.result.isLoose || !table.isWhole || chance > ACCEPTED) continue
    const column = columns.find(({ cells, unit }) => {
      const factor = conversionOf(unit, shownUnit) ?? 1
      return condition.readings.some(
        (holds) => cells.filter(({ value }) => holds(value * factor)).length === count.value,
      )
    })
    if (!column) {
      isWrong ||= columns.length > 0 && !condition.isOfAll && countsRows(number, table, text)
      continue
    }
    const base = { column: column.name, row: null, unit: null, isPointed: false, cue: 'count' as const }
    const candidate = { ...base, rule: 'count_under_condition', value: count.value }
    return { match: { table, candidate, chance }, bounds: condition.bounds }
  }
  return isWrong ? 'wrong' : null
}

type Condition = {
  /** Whether the number is how many rows there are: the 6 of "4 of the 6 months". */
  readonly isOfAll: boolean
  readonly bounds: readonly WrittenNumber[]
  /** Whether a value fulfils it, for each reading of the bound: 50.000 may be 50 or 50,000. */
  readonly readings: readonly ((value: number) => boolean)[]
}

/** The condition behind a number in its sentence; null where there is none. */
function readCondition(
  number: WrittenNumber,
  text: string,
  numbers: readonly WrittenNumber[],
): Condition | null {
  const at = numbers.indexOf(number)
  const before = (index: number) => {
    const [last, next] = [numbers[index - 1], numbers[index]]
    return last && next ? text.slice(last.offset + last.length, next.offset) : ''
  }
  const isOfAll = OF_ALL.test(before(at))
  const first = OF_ALL.test(before(at + 1)) ? at + 2 : at + 1
  const words = before(first)
  const [low, high] = [numbers[first], numbers[first + 1]]
  if (!low || words.length > MOST_BETWEEN || /[,;:\n()|。，]|[.!?]\s/.test(words)) return null
  const comparison = comparisonIn(words)
  const isRange = high !== undefined && AND.test(before(first + 1))
  const condition = comparison && conditionOf(comparison, { low, high: isRange ? high : undefined })
  return condition && { ...condition, isOfAll }
}

/** The condition in front of a number; null where there is none. */
function conditionBefore(number: WrittenNumber, { text, numbers }: Written): Condition | null {
  const at = numbers.indexOf(number)
  const [low, last] = [numbers[at - 2], numbers[at - 1]]
  if (!last || !BEHIND.test(between(last, number, text))) return null
  const wordsOf = ({ offset }: WrittenNumber) => text.slice(Math.max(0, offset - MOST_BEFORE), offset)
  const isRange = low !== undefined && AND.test(between(low, last, text))
  const comparison = comparisonIn(wordsOf(isRange ? low : last))
  const bounds = isRange ? { low, high: last } : { low: last, high: undefined }
  const condition = comparison && conditionOf(comparison, bounds)
  return condition && { ...condition, isOfAll: false }
}

/** Returns the count behind a bound, as in "exceeded 50,000 in 3 months"; null where none follows. */
export function countBehind(bound: WrittenNumber, { text, numbers }: Written): WrittenNumber | null {
  const at = numbers.indexOf(bound)
  const [next, second] = [numbers[at + 1], numbers[at + 2]]
  if (!next) return null
  const words = between(bound, next, text)
  if (BEHIND.test(words)) return next
  return second && AND.test(words) && BEHIND.test(between(next, second, text)) ? second : null
}

/** Whether a number is how many rows there are, behind a count of some of them: the 7 of "4 of the 7 orders". */
export function isTotalOfCount(number: WrittenNumber, { text, numbers }: Written): boolean {
  const last = numbers[numbers.indexOf(number) - 1]
  return last !== undefined && OF_ALL.test(between(last, number, text))
}

/** A text and its numbers, in their order. */
export type Written = { readonly text: string; readonly numbers: readonly WrittenNumber[] }

/** The text between two numbers; empty where it is too long to hold a condition. */
function between(first: WrittenNumber, second: WrittenNumber, text: string): string {
  const start = first.offset + first.length
  return second.offset - start > MOST_BEFORE ? '' : text.slice(start, second.offset)
}

function comparisonIn(words: string): Comparison | null {
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

function conditionOf(
  comparison: Comparison,
  { low, high }: { readonly low: WrittenNumber; readonly high: WrittenNumber | undefined },
): Omit<Condition, 'isOfAll'> | null {
  if (comparison !== 'between')
    return { bounds: [low], readings: low.readings.map(({ value }) => holdsFor(comparison, value)) }
  if (!high) return null
  const readings = low.readings.map(({ value: least }, index) => {
    const most = (high.readings[index] ?? high.readings[0])?.value ?? least
    return (value: number) => value >= least && value <= most
  })
  return { bounds: [low, high], readings }
}

function holdsFor(comparison: Exclude<Comparison, 'between'>, bound: number): (value: number) => boolean {
  switch (comparison) {
    case 'below':
      return (value) => value < bound
    case 'above':
      return (value) => value > bound
    case 'at_least':
      return (value) => value >= bound
    default:
      return (value) => value <= bound
  }
}

/** Whether the word behind a number is the name of the column that names the rows: "3 months", "2 of 4 regions". */
function countsRows(
  { offset, length }: WrittenNumber,
  { columns, rows }: ResultTable,
  text: string,
): boolean {
  const [, noun = ''] = COUNTED.exec(text.slice(offset + length, offset + length + 40)) ?? []
  const names = columns.filter(({ name, cells }) => cells.length === 0 && typeof rows[0]?.[name] === 'string')
  const said = fold(noun)
  return names.some(({ words }) =>
    words.some((word) => isSameWord(word, said) || (TIMES.get(word)?.test(said) ?? false)),
  )
}

/** Nouns of other languages for the columns of times. */
const TIMES: ReadonlyMap<string, RegExp> = new Map([
  ['month', /^(?:monat|mois$|mes(?:es)?$)/],
  ['year', /^(?:jahr|an(?:s|nees?)?$|anos?$)/],
  ['week', /^(?:woche|semaine|semana)/],
  ['day', /^(?:tag|jours?$|dias?$)/],
])

const COUNTED = /^[\s*_]+(?:(?:of|out of|von|sur|de)\s+(?:the\s+|all\s+)?\d+\s+)?(\p{L}{3,})/u

/** The columns of numbers that the words name, or else the columns in the unit of a bound, or else all columns. */
function columnsMeant(
  { table, scores, scopes }: Surroundings & { readonly table: ResultTable },
  bounds: readonly WrittenNumber[],
  text: string,
): TableColumn[] {
  const withNumbers = table.columns.filter(({ cells, unit }) => {
    return cells.length > 0 && bounds.every((bound) => conversionOf(unit, bound.unit) !== null)
  })
  const named = withNumbers.filter((column) => (scores[table.columns.indexOf(column)] ?? 0) > 0)
  if (named.length > 0) return named
  const { start, end } = scopes.sentence
  const about = columnsAbout(withNumbers, text.slice(start, Math.min(end, start + MOST_SENTENCE)))
  if (about.length > 0) return about
  const inUnit = withNumbers.filter(
    ({ unit }) => unit !== null && bounds.some((bound) => bound.unit !== null),
  )
  return inUnit.length > 0 ? inUnit : withNumbers
}
