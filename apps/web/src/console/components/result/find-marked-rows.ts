import type { Chart } from './read-chart.ts'
import type { ShownRow } from './rows.ts'

/** A row that a mark of a chart draws. `number` is its place in the result, from 1. */
export type MarkedRow = { readonly number: number; readonly row: ShownRow }

/**
 * Returns the rows behind a mark: those that agree with its data in every column that both have. A mark that sums rows up
 * has only the columns that it groups by, so it has several rows. Empty where the mark has no column of the rows.
 */
export function findMarkedRows({ results }: Chart, datum: unknown): MarkedRow[] {
  if (typeof datum !== 'object' || datum === null) return []
  const marked: Readonly<Record<string, unknown>> = { ...datum }
  for (const { rows } of results) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in marked)
    const found = rows.flatMap((row, index) =>
      columns.every((column) => isSame(marked[column], row[column])) ? [{ number: index + 1, row }] : [],
    )
    if (columns.length > 0 && found.length > 0) return found
  }
  return []
}

/** Vega parses the times and the numbers of a chart, which the rows may hold as text. */
function isSame(drawn: unknown, stored: unknown): boolean {
  if (drawn === stored || (drawn == null && stored == null)) return true
  if (drawn instanceof Date) return drawn.getTime() === new Date(String(stored)).getTime()
  if (typeof drawn === 'number' && typeof stored === 'string' && stored !== '')
    return drawn === Number(stored) || drawn === new Date(stored).getTime()
  return typeof drawn === 'object' && JSON.stringify(drawn) === JSON.stringify(stored)
}
