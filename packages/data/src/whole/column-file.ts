import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject, ResultColumn } from '@parley/domain'
import { duckdbType } from '../result/duckdb-type.ts'
import { type RowObserver, UNKNOWN_TYPE } from '../sql/write-parquet.ts'
import { MOST_TEXT_COLUMNS } from './search-limits.ts'
import { MOST_COLUMNS, numericColumns } from './whole-file.ts'

/**
 * A file with one double for each row and column: the value of a number, or the key of a text. The doubles of a block's
 * column stand one after the other.
 */
export type ColumnFile = {
  readonly file: string
  readonly rowCount: number
  readonly blocks: readonly RowBlock[]
  /** Where each `MARKED_ROWS` rows begin in the file of lines, and where the last one ends. */
  readonly lineMarks: readonly number[]
  /** The place of a column among those of a block; -1 for a column that it does not hold. */
  readonly placeOf: (kind: ColumnKind, name: string) => number
}

type ColumnKind = 'number' | 'text'

export type RowBlock = {
  readonly firstRow: number
  readonly rowCount: number
  /** Where its bytes begin in the file. */
  readonly offset: number
  /** The smallest and the largest value of each column, in turn. Without values, the smallest is above the largest. */
  readonly bounds: Float64Array
}

/** Bytes of a value. */
export const VALUE_BYTES = Float64Array.BYTES_PER_ELEMENT

/** Rows of a block: 256 KB of a column, so that a search reads a million rows in 31 pieces. */
export const BLOCK_ROWS = 32_768
/** A million rows have 0.5 MB of marks in memory. A mark for each row would be a column more to write and to read. */
export const MARKED_ROWS = 16

const FILE = 'columns.f64'

type Writing = RowObserver & {
  /** Writes the rest to the file in the folder. Call it once, after the last row. */
  readonly end: (folder: string) => Promise<ColumnFile>
}

/** Begins a file with the columns of a result. The observed rows come in their order. */
export function writeColumnFile(columns: readonly ResultColumn[]): Writing {
  const held = heldColumns(columns)
  const blocks: RowBlock[] = []
  const full: Uint8Array[] = []
  let values = new Float64Array(0)
  let count = 0
  let [firstRow, offset, lineEnd] = [0, 0, 1]
  const lineMarks: number[] = []

  const closeBlock = () => {
    for (let place = 1; place < held.length; place++)
      values.copyWithin(place * count, place * BLOCK_ROWS, place * BLOCK_ROWS + count)
    const used = values.subarray(0, held.length * count)
    blocks.push({ firstRow, rowCount: count, offset, bounds: boundsOf(used, count) })
    full.push(new Uint8Array(used.buffer, 0, used.byteLength))
    firstRow += count
    offset += used.byteLength
    count = 0
  }
  const write = async (folder: string) => {
    for (const bytes of full.splice(0)) await appendFile(join(folder, FILE), bytes, { mode: 0o600 })
  }

  return {
    add(row, end) {
      if (count === 0) values = new Float64Array(held.length * BLOCK_ROWS)
      if (count % MARKED_ROWS === 0) lineMarks.push(lineEnd)
      lineEnd = end
      for (let place = 0; place < held.length; place++)
        values[place * BLOCK_ROWS + count] = held[place]?.read(row) ?? Number.NaN
      count++
      if (count === BLOCK_ROWS) closeBlock()
    },
    flush: write,
    async end(folder) {
      if (count > 0) closeBlock()
      lineMarks.push(lineEnd)
      await write(folder)
      const placeOf: ColumnFile['placeOf'] = (kind, name) =>
        held.findIndex((column) => column.kind === kind && column.name === name)
      return { file: join(folder, FILE), rowCount: firstRow, blocks, lineMarks, placeOf }
    },
  }
}

type HeldColumn = {
  readonly kind: ColumnKind
  readonly name: string
  /** NaN where the row has no such value. */
  readonly read: (row: JsonObject) => number
}

/** The columns that a search reads. SQLite knows no type of a calculated column, which may hold numbers or texts. */
function heldColumns(columns: readonly ResultColumn[]): HeldColumn[] {
  const unknown = columns.filter(({ type }) => type === UNKNOWN_TYPE).slice(0, MOST_COLUMNS)
  const numbers = [...numericColumns(columns), ...unknown]
  const texts = columns.filter(({ type }) => duckdbType(type) === 'VARCHAR').slice(0, MOST_TEXT_COLUMNS)
  return [
    ...numbers.map(({ name }): HeldColumn => ({ kind: 'number', name, read: (row) => toNumber(row[name]) })),
    ...texts.map(({ name }): HeldColumn => {
      const read = (row: JsonObject) => (typeof row[name] === 'string' ? textKey(row[name]) : Number.NaN)
      return { kind: 'text', name, read }
    }),
  ]
}

/** Decimals and wide integers stand as text. NaN for everything else. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}

/**
 * A hash of a text as a whole number below 2^52, which a double holds exactly: two FNV-1a hashes over UTF-16 code units
 * (http://www.isthe.com/chongo/tech/comp/fnv/). Different texts may have the same key.
 */
export function textKey(text: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x85ebca6b)
    low ^= low >>> 15
  }
  return (high >>> 0) * 2 ** 20 + (low >>> 12)
}

function boundsOf(values: Float64Array, rowCount: number): Float64Array {
  const bounds = new Float64Array((2 * values.length) / rowCount)
  for (let place = 0; place < bounds.length / 2; place++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const end = (place + 1) * rowCount
    for (let index = place * rowCount; index < end; index++) {
      const value = values[index] ?? Number.NaN
      if (value < low) low = value
      if (value > high) high = value
    }
    bounds[2 * place] = low
    bounds[2 * place + 1] = high
  }
  return bounds
}
