import type { JsonObject } from '@parley/domain'

type RowBounds = { readonly maximumRows?: number; readonly maximumCharacters?: number }

type TrimmedRows = {
  readonly rows: readonly JsonObject[]
  readonly moreRows: number
  /** "12 more rows", or empty when no row is missing. */
  readonly note: string
}

/**
 * Returns the first rows of a result that a trace and a model receive. The defaults are at most 200 rows and,
 * as JSON, 64 KB. `totalRows` is the full count when the given rows are already a part.
 */
export function trimRows(
  rows: readonly JsonObject[],
  totalRows: number = rows.length,
  { maximumRows = 200, maximumCharacters = 64 * 1024 }: RowBounds = {},
): TrimmedRows {
  const kept: JsonObject[] = []
  let left = maximumCharacters
  for (const row of rows.slice(0, maximumRows)) {
    left -= JSON.stringify(row).length + 1
    if (left < 0) break
    kept.push(row)
  }
  const moreRows = Math.max(0, Math.max(totalRows, rows.length) - kept.length)
  return {
    rows: kept,
    moreRows,
    note: moreRows === 0 ? '' : `${moreRows} more row${moreRows === 1 ? '' : 's'}`,
  }
}
