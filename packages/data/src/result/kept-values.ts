import type { JsonValue, ResultColumn } from '@parley/domain'
import { type HeldColumn, heldColumns } from './held-columns.ts'

/**
 * The held columns of kept rows as doubles, and where the text of each row ends in the JSON text of all rows. With
 * these values, rows are searched without being parsed.
 */
export type KeptValues = {
  readonly ends: Float64Array
  readonly held: readonly HeldColumn[]
  /** Of each held column. */
  readonly columns: readonly Float64Array[]
}

/** Collects the values of rows while they are kept. */
export type ValueKeeper = {
  /** Takes the values of some rows, column by column, and where the texts of these rows end. */
  readonly add: (values: readonly (readonly JsonValue[])[], ends: readonly number[]) => void
  /** The rows' text, and from the next multiple of eight bytes the doubles: the ends, and then each held column. */
  readonly behind: (rowsText: Uint8Array) => Uint8Array
}

/** Opens a keeper for a result with these columns. */
export function openValueKeeper(columns: readonly ResultColumn[]): ValueKeeper {
  const held = heldColumns(columns)
  const places = held.map(({ name }) => columns.findIndex((column) => column.name === name))
  /** The ends and then each held column, of some rows. */
  const pieces: (readonly Float64Array[])[] = []
  let rowCount = 0
  return {
    add(values, ends) {
      const columnsOfRows = held.map(({ read }, index) => {
        const given = values[places[index] ?? -1]
        const doubles = new Float64Array(ends.length)
        for (let row = 0; row < ends.length; row++) doubles[row] = read(given?.[row])
        return doubles
      })
      pieces.push([Float64Array.from(ends), ...columnsOfRows])
      rowCount += ends.length
    },
    behind(rowsText) {
      const start = startOfDoubles(rowsText.byteLength)
      const bytes = new Uint8Array(start + rowCount * (1 + held.length) * Float64Array.BYTES_PER_ELEMENT)
      bytes.set(rowsText)
      const doubles = new Float64Array(bytes.buffer, start)
      let row = 0
      for (const piece of pieces) {
        for (const [index, values] of piece.entries()) doubles.set(values, index * rowCount + row)
        row += piece[0]?.length ?? 0
      }
      return bytes
    },
  }
}

/**
 * Splits an attachment into the text of its rows and their values. The values are null where the attachment has none, or
 * not one for each row and held column: a child may send anything.
 */
export function splitAttachment(
  bytes: Uint8Array,
  { columns, keptRows, textBytes }: KeptShape,
): { readonly rowsText: Uint8Array; readonly values: KeptValues | null } {
  if (textBytes === undefined) return { rowsText: bytes, values: null }
  const rowsText = bytes.subarray(0, textBytes)
  const held = heldColumns(columns)
  const count = 1 + held.length
  const behind = bytes.subarray(startOfDoubles(textBytes))
  if (behind.byteLength !== count * keptRows * Float64Array.BYTES_PER_ELEMENT)
    return { rowsText, values: null }
  const doubles = toDoubles(behind)
  const [ends = doubles, ...ofColumns] = Array.from({ length: count }, (_, place) =>
    doubles.subarray(place * keptRows, (place + 1) * keptRows),
  )
  return { rowsText, values: { ends, held, columns: ofColumns } }
}

function startOfDoubles(textBytes: number): number {
  return Math.ceil(textBytes / Float64Array.BYTES_PER_ELEMENT) * Float64Array.BYTES_PER_ELEMENT
}

/** The doubles of bytes: a copy only where they do not begin at a multiple of eight bytes of their buffer. */
function toDoubles(bytes: Uint8Array): Float64Array {
  const isAligned = bytes.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset } = isAligned ? bytes : Uint8Array.from(bytes)
  return new Float64Array(buffer, byteOffset, bytes.byteLength / Float64Array.BYTES_PER_ELEMENT)
}

type KeptShape = {
  readonly columns: readonly ResultColumn[]
  readonly keptRows: number
  readonly textBytes?: number | undefined
}
