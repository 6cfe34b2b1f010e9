import type { ColumnFigures, FoundRow, JsonObject, ResultColumn, RowSearch, WholeRows } from '@parley/domain'
import { duckdbType } from '../result/duckdb-type.ts'
import { readKeptRows } from '../result/read-kept-rows.ts'
import { UNKNOWN_TYPE } from '../sql/write-parquet.ts'
import { toNumber } from './column-file.ts'
import type { RowsText } from './packed-rows.ts'
import { markRows, openRangeSet } from './range-set.ts'
import { bestRows, HAS_NUMBER, HAS_TEXT } from './row-hits.ts'
import { FOUND_LIMITS, MOST_TEXT_COLUMNS } from './search-limits.ts'
import { numericColumns } from './whole-file.ts'

type NumberColumn = { readonly name: string; readonly values: Float64Array }

/**
 * Indexes kept rows in memory, for results of up to 50,000 rows: a sandbox child that reads a file of them takes ten times
 * the processor time (bench/evidence-turn.bench.mjs). Works a piece at a time, so that other requests get their turn.
 */
export async function indexRows(
  { columns, rowsText }: RowsText,
  signal: AbortSignal,
): Promise<Pick<WholeRows, 'figures' | 'search'>> {
  const rows: JsonObject[] = []
  for await (const piece of readKeptRows(rowsText)) {
    signal.throwIfAborted()
    for (const row of piece) rows.push(row)
  }
  const numbers: NumberColumn[] = []
  const figures: ColumnFigures[] = []
  for (const { name } of numericColumns(typed(columns, rows))) {
    const values = new Float64Array(rows.length)
    for (const [index, row] of rows.entries()) values[index] = toNumber(row[name])
    numbers.push({ name, values })
    const known = figuresOf(name, values)
    if (known) figures.push(known)
    await new Promise(setImmediate)
  }
  const texts = columns
    .filter(({ type }) => duckdbType(type) === 'VARCHAR')
    .slice(0, MOST_TEXT_COLUMNS)
    .map(({ name }) => name)
  return { figures, search: (wanted) => searchIndexed(wanted, { rows, numbers, texts }) }
}

/** SQLite knows no type of a calculated column: it holds numbers when all its values are numbers. */
function typed(columns: readonly ResultColumn[], rows: readonly JsonObject[]): ResultColumn[] {
  return columns.map((column) => {
    const isUnknown = column.type === UNKNOWN_TYPE
    const isNumeric = isUnknown && rows.every((row) => row[column.name] == null || isNumber(row[column.name]))
    return isNumeric ? { ...column, type: 'DOUBLE' } : column
  })
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

/** Null when no value is a number. */
function figuresOf(column: string, values: Float64Array): ColumnFigures | null {
  // NaN is sorted to the end.
  const sorted = values.toSorted()
  const end = sorted.findLastIndex((value) => !Number.isNaN(value)) + 1
  let sum = 0
  let distinct = 0
  for (let index = 0; index < end; index++) {
    const value = sorted[index] ?? 0
    if (index === 0 || value !== sorted[index - 1]) distinct++
  }
  for (const value of values) if (!Number.isNaN(value)) sum += value
  if (end === 0 || !Number.isFinite(sum)) return null
  const middle = end >> 1
  const upper = sorted[middle] ?? 0
  return {
    column,
    count: end,
    distinct,
    sum,
    mean: sum / end,
    min: sorted[0] ?? 0,
    max: sorted[end - 1] ?? 0,
    median: end % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2,
  }
}

type Indexed = {
  readonly rows: readonly JsonObject[]
  readonly numbers: readonly NumberColumn[]
  /** Names of the columns of texts. */
  readonly texts: readonly string[]
}

async function searchIndexed(
  { ranges, texts: wanted }: RowSearch,
  { rows, numbers, texts }: Indexed,
): Promise<FoundRow[]> {
  const hits = new Uint8Array(rows.length)
  const byColumn = Map.groupBy(ranges, ({ column }) => column)
  for (const { name, values } of numbers) {
    const set = openRangeSet(byColumn.get(name) ?? [])
    if (!set) continue
    markRows(set, values, { hits, from: 0, hit: HAS_NUMBER })
    await new Promise(setImmediate)
  }
  const names = new Set<unknown>(wanted)
  if (names.size > 0)
    for (const [row, values] of rows.entries())
      if (texts.some((name) => names.has(values[name]))) hits[row] = (hits[row] ?? 0) | HAS_TEXT
  return bestOf(hits, rows)
}

/** The rows with most matches, in their order; as many as a search returns. */
function bestOf(hits: Uint8Array, rows: readonly JsonObject[]): FoundRow[] {
  const found: FoundRow[] = []
  let bytes = 0
  for (const row of bestRows(hits)) {
    const values = rows[row] ?? {}
    bytes += JSON.stringify(values).length
    if (bytes > FOUND_LIMITS.bytes) break
    found.push({ row: row + 1, values })
  }
  return found
}
