import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundRow, ResultColumn, RowSearch } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import { duckdbType } from '../result/duckdb-type.ts'
import type { ParquetContext } from '../sql/write-parquet.ts'
import { numericColumns } from './read-figures.ts'

/** Rows that come back, those with most matches first. */
const LIMITS = { rows: 300, bytes: 512 * 1024 }
const TIMEOUT_MS = 5000
/** Columns of texts that are searched. */
const MOST_TEXT_COLUMNS = 12
const ROW_NUMBER = 'file_row_number'

type SearchedFile = { readonly bytes: Uint8Array; readonly columns: readonly ResultColumn[] }

/**
 * Finds the rows of a whole result that hold the numbers and texts of an answer, in a sandbox child. Empty when nothing
 * is sought, and when the file cannot be read in five seconds.
 */
export async function searchRows(
  { bytes, columns }: SearchedFile,
  { search, ...context }: ParquetContext & { readonly search: RowSearch },
): Promise<FoundRow[]> {
  const matches = matchesOf(columns, search)
  // A result that has this column itself cannot be numbered.
  if (matches.length === 0 || columns.some(({ name }) => name.toLowerCase() === ROW_NUMBER)) return []
  const { sandbox, folder, ownerId, signal } = context
  const work = join(folder, 'incoming', randomUUID())
  await mkdir(work, { recursive: true, mode: 0o700 })
  try {
    const file = join(work, 'result.parquet')
    await writeFile(file, bytes, { mode: 0o600 })
    const score = matches.map((match) => `coalesce(CAST(${match} AS INTEGER), 0)`).join(' + ')
    const outcome = await sandbox.run('query', {
      ownerId,
      input: {
        views: [{ schema: 'result', name: 'rows', file, hasRowNumbers: true }],
        sql: `SELECT * FROM "result"."rows" WHERE ${matches.join(' OR ')} ORDER BY ${score} DESC, ${ROW_NUMBER} LIMIT ${LIMITS.rows}`,
        timeoutMs: TIMEOUT_MS,
        preview: LIMITS,
        kept: LIMITS,
      },
      signal,
    })
    if (!outcome.ok) return []
    return outcome.result.rows.map(({ [ROW_NUMBER]: row, ...values }) => ({ row: Number(row) + 1, values }))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** One condition for the texts, and one for the numbers. */
function matchesOf(columns: readonly ResultColumn[], { ranges, texts }: RowSearch): string[] {
  const numeric = new Set(numericColumns(columns))
  const byColumn = Map.groupBy(
    ranges.filter(({ column }) => numeric.has(column)),
    ({ column }) => column,
  )
  const numbers = [...byColumn].map(([column, ofColumn]) => {
    const value = `CAST(${quotedName(column, 'duckdb')} AS DOUBLE)`
    return ofColumn.map(({ low, high }) => `${value} BETWEEN ${exact(low)} AND ${exact(high)}`).join(' OR ')
  })
  const list = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
  const names = columns
    .filter(({ type }) => duckdbType(type) === 'VARCHAR')
    .slice(0, MOST_TEXT_COLUMNS)
    .map(({ name }) => `${quotedName(name, 'duckdb')} IN (${list})`)
  return [texts.length > 0 ? names.join(' OR ') : '', numbers.join(' OR ')]
    .filter((match) => match !== '')
    .map((match) => `(${match})`)
}

/** A double as SQL; a plain decimal literal would be read as DECIMAL. */
function exact(value: number): string {
  return `${value.toExponential()}::DOUBLE`
}
