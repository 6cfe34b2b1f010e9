import type { FoundRow, ResultColumn, RowSearch } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import { duckdbType } from '../result/duckdb-type.ts'
import type { ParquetContext } from '../sql/write-parquet.ts'
import { rangeCondition } from './range-condition.ts'
import { FOUND_LIMITS, MOST_TEXT_COLUMNS } from './search-limits.ts'
import {
  hasRowNumbers,
  numericColumns,
  ROW_NUMBER,
  selectFrom,
  WHOLE_TABLE,
  type WholeFile,
} from './whole-file.ts'

const TIMEOUT_MS = 5000

/**
 * Finds the rows of a whole result that hold the numbers and texts of an answer, in one pass of a sandbox child. Empty
 * when nothing is sought, and when the file cannot be read in five seconds.
 */
export async function searchRows(
  whole: WholeFile,
  { search, ...context }: ParquetContext & { readonly search: RowSearch },
): Promise<FoundRow[]> {
  const matches = matchesOf(whole.columns, search)
  if (matches.length === 0 || !hasRowNumbers(whole)) return []
  const score = matches.map((match) => `coalesce(CAST(${match} AS INTEGER), 0)`).join(' + ')
  const sql = `SELECT * FROM ${WHOLE_TABLE} WHERE ${matches.join(' OR ')} ORDER BY ${score} DESC, ${ROW_NUMBER} LIMIT ${FOUND_LIMITS.rows}`
  const found = await selectFrom(whole, { sql, timeoutMs: TIMEOUT_MS, limits: FOUND_LIMITS }, context)
  return found.map(({ [ROW_NUMBER]: row, ...values }) => ({ row: Number(row) + 1, values }))
}

/** One condition for the texts, and one for the numbers. */
function matchesOf(columns: readonly ResultColumn[], { ranges, texts }: RowSearch): string[] {
  const byColumn = Map.groupBy(ranges, ({ column }) => column)
  const numbers = numericColumns(columns).flatMap((column) =>
    rangeCondition(column, byColumn.get(column.name) ?? []),
  )
  const list = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
  const names = columns
    .filter(({ type }) => duckdbType(type) === 'VARCHAR')
    .slice(0, MOST_TEXT_COLUMNS)
    .map(({ name }) => `${quotedName(name, 'duckdb')} IN (${list})`)
  return [texts.length > 0 ? names.join(' OR ') : '', numbers.join(' OR ')]
    .filter((match) => match !== '')
    .map((match) => `(${match})`)
}
