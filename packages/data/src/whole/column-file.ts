import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultColumn } from '@parley/domain'
import { type ColumnKind, heldColumns } from '../result/held-columns.ts'
import type { RowObserver } from '../sql/write-parquet.ts'

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
      for (let place = 0; place < held.length; place++) {
        const column = held[place]
        values[place * BLOCK_ROWS + count] = column ? column.read(row[column.name]) : Number.NaN
      }
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
