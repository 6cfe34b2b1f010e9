import type { Surroundings } from './match-cells.ts'
import type { MatchedDerived } from './match-derived.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { conversionOf } from './units.ts'
import { fold, isSameWord } from './words-of.ts'

type Comparison = 'below' | 'above' | 'at_least' | 'at_most' | 'between'

/** The words in front of a bound, in English, German, French, Spanish and Chinese. */
const WORDS: readonly (readonly [Comparison, RegExp])[] = [
  ['at_least', /(?:\b(?:at least|no less than|mindestens|au moins|al menos)|至少|不[少低]于)\s*$/i],
  ['at_most', /(?:\b(?:at most|no more than|up to|höchstens|au plus|como máximo)|至多|最多|不超[过過])\s*$/i],
  ['between', /(?:\b(?:between|zwischen|entre)|介于)\s*$/i],
  [
    'below',
    /(?:\b(?:below|under|(?:less|fewer|lower|smaller|cheaper|colder|shorter|lighter) than|unter|weniger als|en dessous de|sous|moins de|por debajo de|menos de)|[低小少]于|不到)\s*$/i,
  ],
  [
    'above',
    /(?:\b(?:above|over|exceed(?:s|ed|ing)?|(?:more|higher|larger|greater|warmer|longer|heavier) than|über|mehr als|au-dessus de|plus de|por encima de|más de)|[高大多]于|超[过過])\s*$/i,
  ],
]

/** The number of all rows behind a count: "4 of the 6 months". */
const OF_ALL = /^\s*(?:of|out of|von|sur|de)\s+(?:the\s+|all\s+|den\s+|les\s+|los\s+|las\s+)?$/i
const AND = /^\s*(?:°[CF]|%|[a-z]{1,3})?\s*(?:and|und|et|y|to|bis|和|到|–|-)\s*$/i
const MOST_BETWEEN = 100

/** How likely a count may fit by chance. */
const ACCEPTED = 0.3

/** A count of rows that the sentence describes, and the numbers that are its bounds. */
export type CountUnder = { readonly match: MatchedDerived; readonly bounds: readonly WrittenNumber[] }

/**
 * Finds whether a number counts the rows of which the words behind it say a bound: "3 months are below 14 °C". `wrong`
 * where it names the rows and another number of them fulfils the bound. Null where the words describe no rows.
 */
export function countUnder(
  number: WrittenNumber,
  around: readonly (Surroundings & { readonly table: ResultTable })[],
  { text, numbers }: { readonly text: string; readonly numbers: readonly WrittenNumber[] },
): CountUnder | 'wrong' | null {
  const [count] = number.readings
  if (!count || number.form === 'date' || !Number.isInteger(count.value) || count.value < 1) return null
  const condition = readCondition(number, text, numbers)
  if (!condition) return null
  const shownUnit = condition.bounds.find(({ unit }) => unit !== null)?.unit ?? null
  let isWrong = false
  for (const one of around) {
    const { table } = one
    const columns = columnsMeant(one, condition.bounds)
    const chance = 1 - (1 - 1 / (table.rows.length + 1)) ** columns.length
    if (table.result.isLoose || !table.isWhole || chance > ACCEPTED) continue
    const column = columns.find(({ cells, unit }) => {
      const factor = conversionOf(unit, shownUnit) ?? 1
      return cells.filter(({ value }) => condition.holds(value * factor)).length === count.value
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
  readonly holds: (value: number) => boolean
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
  const comparison = WORDS.find(([, pattern]) => pattern.test(words))?.[0]
  const least = low.readings[0]?.value
  if (comparison === undefined || least === undefined) return null
  if (comparison !== 'between') return { isOfAll, bounds: [low], holds: holdsFor(comparison, least) }
  const most = high?.readings[0]?.value
  if (!high || most === undefined || !AND.test(before(first + 1))) return null
  return { isOfAll, bounds: [low, high], holds: (value) => value >= least && value <= most }
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
  return names.some(({ words }) => words.some((word) => isSameWord(word, fold(noun))))
}

const COUNTED = /^[\s*_]+(?:(?:of|out of|von|sur|de)\s+(?:the\s+|all\s+)?\d+\s+)?(\p{L}{3,})/u

/** The columns of numbers that the words name, or else those in the unit of a bound; all where there are none. */
function columnsMeant(
  { table, scores }: Surroundings & { readonly table: ResultTable },
  bounds: readonly WrittenNumber[],
): TableColumn[] {
  const withNumbers = table.columns.filter(({ cells, unit }) => {
    return cells.length > 0 && bounds.every((bound) => conversionOf(unit, bound.unit) !== null)
  })
  const named = withNumbers.filter((column) => (scores[table.columns.indexOf(column)] ?? 0) > 0)
  if (named.length > 0) return named
  const inUnit = withNumbers.filter(
    ({ unit }) => unit !== null && bounds.some((bound) => bound.unit !== null),
  )
  return inUnit.length > 0 ? inUnit : withNumbers
}
