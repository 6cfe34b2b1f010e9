import type { Scopes } from './find-scopes.ts'
import { rangeOf } from './match-number.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { isSameWord } from './words-of.ts'

type Place = {
  readonly text: string
  /** All numbers of the text, in their order. */
  readonly numbers: readonly WrittenNumber[]
  readonly scopes: Scopes
  readonly headerOf: (number: WrittenNumber) => Scopes['header']
}

/**
 * Returns the rows that another number names for this one: the key in the first cell of its line in a Markdown table, or
 * the number in brackets behind it, as in "lowest 78.47 (4)". A line that begins with "(none)" names the rows without a
 * text. Null where nothing names rows.
 */
export function keyedRows(
  number: WrittenNumber,
  table: ResultTable,
  { text, numbers, scopes, headerOf }: Place,
): ReadonlySet<number> | null {
  const index = numbers.indexOf(number)
  const [before, after] = [numbers[index - 1], numbers[index + 1]]
  if (after && isBracketBehind(text, number, after)) return rowsOf(keysOf(table), after)
  if (before && isBracketBehind(text, before, number)) {
    const isKey = rowsOf(keysOf(table), number) !== null
    return isKey ? rowsOf(table.columns, before) : null
  }
  if (scopes.header && NAMELESS.test(text.slice(scopes.clause.start, scopes.clause.end)))
    return namelessRows(table)
  const key = scopes.header && numbers.find(({ offset }) => offset >= scopes.clause.start)
  if (!key || key === number || !/^[\s|*_]*$/.test(text.slice(scopes.clause.start, key.offset))) return null
  const words = headerOf(key)?.words ?? []
  const isNamed = (column: TableColumn) =>
    words.some(({ word }) => column.words.some((one) => isSameWord(word, one)))
  return rowsOf(keysOf(table).filter(isNamed), key)
}

const NAMELESS =
  /^\s*\|\s*[*_]{0,2}\(?(?:none|null|n\/a|empty|blank|unknown|missing|not (?:given|known|stated)|[–—-])?\)?[*_]{0,2}\s*\|/i

/** The rows in which the first column of texts holds none; null where all hold one. */
function namelessRows({ result, rows, columns }: ResultTable): ReadonlySet<number> | null {
  const names = columns.findIndex(({ name, cells }) => {
    return cells.length === 0 && result.rows.some((row) => typeof row[name] === 'string')
  })
  const name = columns[names]?.name
  const found = name === undefined ? [] : rows.flatMap((row, index) => (row[name] == null ? [index] : []))
  return found.length > 0 ? new Set(found) : null
}

function isBracketBehind(text: string, number: WrittenNumber, other: WrittenNumber): boolean {
  if (!other.isBracketed || other.date || number.date) return false
  return /^[^\d,;()]{0,16}\($/.test(text.slice(number.offset + number.length, other.offset))
}

/** The columns whose whole numbers are all different, such as ids. */
function keysOf(table: ResultTable): readonly TableColumn[] {
  const known = KEYS.get(table)
  if (known) return known
  const keys = table.columns.filter(
    ({ cells }) =>
      cells.length > 1 &&
      cells.length === table.rows.length &&
      cells.every(({ value }) => Number.isInteger(value)) &&
      new Set(cells.map(({ value }) => value)).size === cells.length,
  )
  KEYS.set(table, keys)
  return keys
}

/** Of each opened table, found once. */
const KEYS = new WeakMap<ResultTable, readonly TableColumn[]>()

/** The rows in which the first column that holds the number holds it; null when none does. */
function rowsOf(
  columns: readonly TableColumn[],
  { readings, unit: shownUnit }: WrittenNumber,
): ReadonlySet<number> | null {
  for (const { cells, unit } of columns) {
    const ranges = readings.flatMap((reading) => rangeOf(reading, { unit, shownUnit }) ?? [])
    const found = cells.filter(({ value }) => ranges.some(({ low, high }) => value >= low && value <= high))
    if (found.length > 0) return new Set(found.map(({ row }) => row))
  }
  return null
}
