import type { ColumnFigures, JsonObject, ResultColumn } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import { duckdbType } from '../result/duckdb-type.ts'
import type { ParquetContext } from '../sql/write-parquet.ts'

/** Columns of numbers that are read; each takes one pass. */
const MOST_COLUMNS = 40
const TIMEOUT_MS = 20_000
const LIMITS = { rows: 1, bytes: 256 * 1024 }
const NUMERIC = /^(?:BIGINT|HUGEINT|DECIMAL|DOUBLE)/

/** A Parquet file of one result. */
export type WholeFile = { readonly file: string; readonly columns: readonly ResultColumn[] }

/** The columns of a result that hold numbers, the first of them. */
export function numericColumns(columns: readonly ResultColumn[]): string[] {
  return columns
    .filter(({ type }) => NUMERIC.test(duckdbType(type)))
    .slice(0, MOST_COLUMNS)
    .map(({ name }) => name)
}

/** Calculates the figures of all columns of numbers in a sandbox child. Empty when that fails. */
export async function readFigures(
  { file, columns }: WholeFile,
  { sandbox, ownerId, signal }: ParquetContext,
): Promise<ColumnFigures[]> {
  const names = numericColumns(columns)
  if (names.length === 0) return []
  const parts = names.flatMap((name, place) => {
    const value = `CAST(${quotedName(name, 'duckdb')} AS DOUBLE)`
    return [
      `count(${value}) AS count_${place}`,
      `count(DISTINCT ${value}) AS distinct_${place}`,
      `sum(CAST(${quotedName(name, 'duckdb')} AS DOUBLE)) AS sum_${place}`,
      `min(${value}) AS min_${place}`,
      `max(${value}) AS max_${place}`,
      `median(${value}) AS median_${place}`,
    ]
  })
  const outcome = await sandbox.run('query', {
    ownerId,
    input: {
      views: [{ schema: 'result', name: 'rows', file }],
      sql: `SELECT ${parts.join(', ')} FROM "result"."rows"`,
      timeoutMs: TIMEOUT_MS,
      preview: LIMITS,
      kept: LIMITS,
    },
    signal,
  })
  const row = outcome.ok ? outcome.result.rows[0] : undefined
  return row ? names.flatMap((column, place) => figuresOf(column, { row, place }) ?? []) : []
}

function figuresOf(
  column: string,
  { row, place }: { readonly row: JsonObject; readonly place: number },
): ColumnFigures | null {
  const read = (name: string) => Number(row[`${name}_${place}`] ?? Number.NaN)
  const count = read('count')
  const sum = read('sum')
  if (!(count > 0) || !Number.isFinite(sum)) return null
  return {
    column,
    count,
    distinct: read('distinct'),
    sum,
    mean: sum / count,
    min: read('min'),
    max: read('max'),
    median: read('median'),
  }
}
