import type { ColumnFigures, JsonObject } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import { numericColumns } from '../result/held-columns.ts'
import type { ParquetContext } from '../sql/write-parquet.ts'
import { selectFrom, WHOLE_TABLE, type WholeFile } from './whole-file.ts'

const TIMEOUT_MS = 20_000
const LIMITS = { rows: 1, bytes: 256 * 1024 }

/** Calculates the figures of all columns of numbers in a sandbox child. Empty when that fails. */
export async function readFigures(whole: WholeFile, context: ParquetContext): Promise<ColumnFigures[]> {
  const names = numericColumns(whole.columns).map(({ name }) => name)
  if (names.length === 0) return []
  const parts = names.flatMap((name, place) => {
    const value = `CAST(${quotedName(name, 'duckdb')} AS DOUBLE)`
    return [
      `count(${value}) AS count_${place}`,
      `count(DISTINCT ${value}) AS distinct_${place}`,
      `sum(${value}) AS sum_${place}`,
      `min(${value}) AS min_${place}`,
      `max(${value}) AS max_${place}`,
      `median(${value}) AS median_${place}`,
    ]
  })
  const sql = `SELECT ${parts.join(', ')} FROM ${WHOLE_TABLE}`
  const [row] = await selectFrom(whole, { sql, timeoutMs: TIMEOUT_MS, limits: LIMITS }, context)
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
