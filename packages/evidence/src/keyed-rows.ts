import type { Scopes } from './find-scopes.ts'
import { isInOne, rangeOf } from './match-number.ts'
import { placedWithin } from './placed-within.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { fold, isSameWord } from './words-of.ts'

type Place = {
  readonly text: string
  /** All numbers of the text, in their order. */
  readonly numbers: readonly WrittenNumber[]
  readonly scopes: Scopes
  readonly headerOf: (number: WrittenNumber) => Scopes['header']
}

/**
 * Returns the rows that another number names for this one: the key in the first cell of its line in a Markdown table, or
 * the number in brackets behind it, as in "lowest 78.47 (4)", or an id behind the name of its column, as in "order 10250".
 * A line that begins with "(none)" names the rows without a text. Null where nothing names rows.
 */
export function keyedRows(
  number: WrittenNumber,
  table: ResultTable,
  { text, numbers, scopes, headerOf }: Place,
): ReadonlySet<number> | null {
  const index = numbers.indexOf(number)
  const [before, after] = [numbers[index - 1], numbers[index + 1]]
  if (after && isBracketBehind(text, number, after)) return rowsOf(table.keys(), after)
  if (before && isBracketBehind(text, before, number)) {
    const isKey = rowsOf(table.keys(), number) !== null
    return isKey ? rowsOf(table.columns, before) : null
  }
  if (scopes.header && NAMELESS.test(text.slice(scopes.clause.start, scopes.clause.end)))
    return namelessRows(table)
  if (!scopes.header) return calledRows(number, table, { text, numbers, scopes })
  const key = numbers.find(({ offset }) => offset >= scopes.clause.start)
  if (!key || key === number || !/^[\s|*_]*$/.test(text.slice(scopes.clause.start, key.offset))) return null
  const words = headerOf(key)?.words ?? []
  const isNamed = (column: TableColumn) =>
    words.some(({ word }) => column.words.some((one) => isSameWord(word, one)))
  return rowsOf(table.keys().filter(isNamed), key)
}

const NAMELESS =
  /^\s*\|\s*[*_]{0,2}\(?(?:none|null|n\/a|empty|blank|unknown|missing|not (?:given|known|stated)|[–—-])?\)?[*_]{0,2}\s*\|/i

/** Digits behind these words are a key: "order 10250", "customer_id = 34". */
const CALL =
  /(\p{L}+)(?:[ _](?:ids?|no|nr|number)\.?)?(?:\s*[=:#]|\s+(?:is|was|no\.|nr\.|number|#))?\s*[#*_`]{0,3}$/iu

/** A number behind these words is a figure of other rows: "order 10250 is above the average of". */
const OF_OTHERS = /\b(?:above|below|than|average|mean|median|all|overall)\b/i

/** The rows of the last key in front of a number, such as the 10250 of "order 10250"; null without one. */
function calledRows(
  number: WrittenNumber,
  table: ResultTable,
  { text, numbers, scopes: { clause } }: Omit<Place, 'headerOf'>,
): ReadonlySet<number> | null {
  const ids = table
    .keys()
    .filter(
      ({ words }) =>
        /^(?:id|no|nr|number|key|code)$/.test(words.at(-1) ?? '') &&
        clause.words.some(({ word }) => word === words[0]),
    )
  if (ids.length === 0) return null
  const isCalled = ({ offset }: WrittenNumber, column: TableColumn) => {
    const [, word = ''] = CALL.exec(text.slice(Math.max(clause.start, offset - 40), offset)) ?? []
    return column.words[0] === fold(word)
  }
  const before = placedWithin({ start: clause.start, end: number.offset }, numbers)
  const called = before.flatMap((one) => {
    if (one.form === 'date' || OF_OTHERS.test(text.slice(one.offset, number.offset))) return []
    const column = ids.find((id) => isCalled(one, id))
    return rowsOf(column ? [column] : [], one) ?? []
  })
  const isKey = ids.some((id) => isCalled(number, id))
  return isKey ? null : (called.at(-1) ?? null)
}

/** The rows without a value in the first column of texts; null where every row has one. */
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

/** The rows with the number, in the first column that contains it; null when no column does. */
function rowsOf(
  columns: readonly TableColumn[],
  { readings, unit: shownUnit }: WrittenNumber,
): ReadonlySet<number> | null {
  for (const { cells, unit } of columns) {
    const ranges = readings.flatMap((reading) => rangeOf(reading, { unit, shownUnit }) ?? [])
    const found = cells.filter(({ value }) => isInOne(ranges, value))
    if (found.length > 0) return new Set(found.map(({ row }) => row))
  }
  return null
}
