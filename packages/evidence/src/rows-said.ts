import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable } from './result-table.ts'

const MORE =
  /^[\s*_]{0,4}(?:more|other|others|further|additional|remaining|weitere[rn]?|andere|autres|más|otr[ao]s)\b/i
const MORE_ROWS =
  /^[\s*_]{0,4}(?:more|other|further|additional|remaining)[\s*_]{1,4}(?:rows|records|results)\b/i
const FIRST = /\b(?:first|top|die ersten|premi[eè]re?s|primer[ao]s)[\s*_]{1,4}$/i
const ROWS = /^[\s*_]{1,4}(?:rows|records)\b/i
const OF_MORE = /^[\s*_]{1,4}(?:of|von|sur|de)[\s*_]{1,4}\d|^[\s*_]{1,4}(?:rows|records)\b/i

/** What a number says about the rows that are not shown. */
export type RowsSaid =
  | { readonly kind: 'left_out' | 'shown' | 'row_count'; readonly table: ResultTable }
  | { readonly kind: 'wrong' }

/**
 * Reads how many rows an answer leaves out ("47 more rows are not shown"), and how many of a larger result the model has
 * seen ("the first 200 of 551 rows"). Null where a number says neither.
 */
export function rowsSaid(
  { offset, length, readings }: WrittenNumber,
  text: string,
  tables: readonly ResultTable[],
): RowsSaid | null {
  const after = text.slice(offset + length, offset + length + 30)
  const isSaid = (count: number) => readings.some(({ value }) => value === count)
  if (FIRST.test(text.slice(Math.max(0, offset - 20), offset)) && OF_MORE.test(after)) {
    const table = tables.find(({ result }) => isCut(result) && isSaid(result.rows.length))
    if (table) return { kind: 'shown', table }
  }
  if (ROWS.test(after)) {
    const table = tables.find(({ result }) => result.rowCount !== null && isSaid(result.rowCount))
    if (table) return { kind: 'row_count', table }
  }
  if (!MORE.test(after)) return null
  const listed = countListed(text.slice(0, offset))
  const counted = tables.filter(({ result }) => result.rowCount !== null && !result.isLoose)
  const table = counted.find(({ result }) => {
    const counts = [result.rowCount ?? 0, result.rows.length]
    return listed > 0 && counts.some((count) => count > listed && isSaid(count - listed))
  })
  if (table) return { kind: 'left_out', table }
  // Where several results were read, the rows may be those of another result.
  return listed > 0 && counted.length === 1 && MORE_ROWS.test(after) ? { kind: 'wrong' } : null
}

function isCut({ rows, rowCount }: ResultTable['result']): boolean {
  return rowCount === null || rowCount > rows.length
}

/** Items of lists, and lines of Markdown tables without their heads. */
function countListed(text: string): number {
  let count = 0
  for (const line of text.split('\n')) {
    if (/^\s{0,6}\|[\s|:-]+$/.test(line)) count--
    else if (/^\s{0,6}(?:\||[-*+] |\d{1,4}[.)] )/.test(line)) count++
  }
  return count
}
