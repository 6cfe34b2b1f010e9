import type {
  ColumnBounds,
  ColumnFigures,
  FoundRow,
  JsonObject,
  ResultColumn,
  RowSearch,
  WholeRows,
} from '@parley/domain'
import { isJsonObject } from '../json.ts'
import { type HeldColumn, heldColumns, textKey, UNKNOWN_TYPE } from '../result/held-columns.ts'
import type { KeptValues } from '../result/kept-values.ts'
import { readKeptRows } from '../result/read-kept-rows.ts'
import type { RowsText } from './packed-rows.ts'
import { markRows, openRangeSet } from './range-set.ts'
import { bestRows, HAS_NUMBER, HAS_TEXT } from './row-hits.ts'
import { FOUND_LIMITS } from './search-limits.ts'

type Given = RowsText & { readonly values: KeptValues | null }

/** Rows in memory: their held columns as doubles, and each row as it was kept. */
type Indexed = {
  readonly held: readonly HeldColumn[]
  readonly values: readonly Float64Array[]
  readonly rowCount: number
  readonly rowAt: (index: number) => JsonObject
}

/**
 * Indexes kept rows in memory, for results of up to 50,000 rows: a sandbox child that reads a file of them takes ten times
 * the processor time (bench/evidence-turn.bench.mjs). Rows whose values the engine sent are parsed when they are found.
 * Others are parsed a piece at a time, so that other requests get their turn.
 */
export async function indexRows(
  given: Given,
  signal: AbortSignal,
): Promise<Pick<WholeRows, 'bounds' | 'figures' | 'search'>> {
  const { values } = given
  const indexed = values ? ofValues(given, values) : await parsed(given, signal)
  const sums = indexed.held.flatMap(({ name, isNumeric }, place) => {
    const values = indexed.values[place]
    return isNumeric && values ? (sumUp(name, values) ?? []) : []
  })
  let figures: readonly ColumnFigures[] | null = null
  return {
    bounds: sums,
    figures: () => (figures ??= sums.map(figuresOf)),
    search: (wanted) => searchIndexed(wanted, indexed),
  }
}

function ofValues({ rowsText }: RowsText, { ends, held, columns: values }: KeptValues): Indexed {
  const text = Buffer.from(rowsText.buffer, rowsText.byteOffset, rowsText.byteLength)
  // A bracket stands in front of the first row, and a comma between two.
  const rowAt = (index: number): JsonObject =>
    readRow(text.toString('utf8', (ends[index - 1] ?? 0) + 1, ends[index]))
  return { held, values, rowCount: ends.length, rowAt }
}

/** The row of a text. Empty where the text holds none: a child may send any ends. */
function readRow(text: string): JsonObject {
  try {
    const row: unknown = JSON.parse(text)
    return isJsonObject(row) ? row : {}
  } catch {
    return {}
  }
}

async function parsed({ columns: given, rowsText }: RowsText, signal: AbortSignal): Promise<Indexed> {
  const rows: JsonObject[] = []
  for await (const piece of readKeptRows(rowsText)) {
    signal.throwIfAborted()
    for (const row of piece) rows.push(row)
  }
  const held = heldColumns(typed(given, rows))
  const values: Float64Array[] = []
  for (const { name, read } of held) {
    values.push(Float64Array.from(rows, (row) => read(row[name])))
    await new Promise(setImmediate)
  }
  return { held, values, rowCount: rows.length, rowAt: (index) => rows[index] ?? {} }
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

/** What one pass over the values of a column gives. */
type Sums = ColumnBounds & {
  readonly values: Float64Array
  readonly count: number
  readonly sum: number
  readonly isAscending: boolean
}

/** Null when no value is a number. */
function sumUp(column: string, values: Float64Array): Sums | null {
  let [count, sum] = [0, 0]
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let isAscending = true
  for (const value of values) {
    if (Number.isNaN(value)) {
      isAscending = false
      continue
    }
    if (value < max) isAscending = false
    count++
    sum += value
    if (value < min) min = value
    if (value > max) max = value
  }
  if (count === 0 || !Number.isFinite(sum)) return null
  return { column, values, count, sum, min, max, isAscending }
}

/**
 * All figures are plain values: an accessor of an object literal belongs to the object's hidden class, which only a full
 * collection frees, with the rows that the accessor reaches.
 */
function figuresOf({ column, values, count, sum, min, max, isAscending }: Sums): ColumnFigures {
  const ordered = ofSorted(isAscending ? values : values.toSorted(), count)
  return { column, count, ...ordered, sum, mean: sum / count, min, max }
}

/** Of values in ascending order. NaN is sorted to the end. */
function ofSorted(sorted: Float64Array, count: number): Pick<ColumnFigures, 'distinct' | 'median'> {
  let distinct = 0
  for (let index = 0; index < count; index++)
    if (index === 0 || sorted[index] !== sorted[index - 1]) distinct++
  const middle = count >> 1
  const upper = sorted[middle] ?? 0
  return { distinct, median: count % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2 }
}

async function searchIndexed({ ranges, texts }: RowSearch, indexed: Indexed): Promise<FoundRow[]> {
  const hits = new Uint8Array(indexed.rowCount)
  const byColumn = Map.groupBy(ranges, ({ column }) => column)
  const keys = openRangeSet(texts.map(textKey).map((key) => ({ low: key, high: key })))
  for (const [place, { kind, name }] of indexed.held.entries()) {
    const set = kind === 'text' ? keys : openRangeSet(byColumn.get(name) ?? [])
    const values = indexed.values[place]
    if (!set || !values) continue
    markRows(set, values, { hits, from: 0, hit: kind === 'text' ? HAS_TEXT : HAS_NUMBER })
    await new Promise(setImmediate)
  }
  return bestOf(hits, indexed)
}

/** The rows with most matches, in their order; as many as a search returns. */
function bestOf(hits: Uint8Array, { rowAt }: Indexed): FoundRow[] {
  const found: FoundRow[] = []
  let bytes = 0
  for (const row of bestRows(hits)) {
    const values = rowAt(row)
    bytes += JSON.stringify(values).length
    if (bytes > FOUND_LIMITS.bytes) break
    found.push({ row: row + 1, values })
  }
  return found
}
