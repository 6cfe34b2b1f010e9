import type { Cues } from './read-cues.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { TableColumn } from './result-table.ts'
import { isCountName, isPercentageName } from './units.ts'
import { isSameWord } from './words-of.ts'

/** What the words around a number say. */
type Around = { readonly clauseCues: Cues; readonly whole: () => string | null }

/** Whether a number is written as a percentage, and the values of a column are not percentages. */
export function isNoPercentage(
  number: WrittenNumber,
  column: TableColumn | undefined,
  around: Around,
): boolean {
  return isAmountInPercent(number, column, around) || isShareOfColumn(number, column, around)
}

/** Whether a number states a move in percent, and a column holds amounts: 150 units are no growth of 150 %. */
function isAmountInPercent(
  number: WrittenNumber,
  column: TableColumn | undefined,
  { clauseCues }: Around,
): boolean {
  if (number.unit !== '%' || !column || column.unit !== null || !clauseCues('isMove')) return false
  return !isPercentageName(column.name) && column.cells.some(({ value }) => Math.abs(value) > 100)
}

/**
 * Whether a percentage cannot be a value of a column that counts: the words call it a part of something ("24 % of all
 * houses"), or the column is named for a number of rows.
 */
function isShareOfColumn(
  { unit }: WrittenNumber,
  column: TableColumn | undefined,
  { whole }: Around,
): boolean {
  if (unit !== '%' || !column || column.unit !== null || isPercentageName(column.name)) return false
  const said = whole()
  return COUNTS.test(column.name) || (said !== null && (isCountName(column.words) || isNamed(column, said)))
}

const COUNTS = /^(?:part|whole|count|number|n|rows?)$/i

function isNamed({ words }: TableColumn, said: string): boolean {
  return words.some((word) => isSameWord(word, said))
}
