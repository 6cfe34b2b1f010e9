import type { JsonValue, ResultColumn } from '@parley/domain'
import { heldColumns } from './held-columns.ts'

/**
 * The held columns of kept rows as doubles, and where the text of each row ends in the JSON text of all. With them the
 * rows are searched without being parsed.
 */
export type KeptValues = {
  readonly ends: Float64Array
  /** In the order of `heldColumns`. */
  readonly columns: readonly Float64Array[]
}

/** Collects the values of rows while they are kept. */
export type ValueKeeper = {
  /** Takes the values of some rows, column by column, and where the texts of these rows end. */
  readonly add: (values: readonly (readonly JsonValue[])[], ends: readonly number[]) => void
  /** The rows' text, followed by the doubles: the ends, and then one held column after the other. */
  readonly behind: (rowsText: Uint8Array) => Uint8Array
}

/** Opens a keeper for a result with these columns. */
export function openValueKeeper(columns: readonly ResultColumn[]): ValueKeeper {
  const held = heldColumns(columns)
  const places = held.map(({ name }) => columns.findIndex((column) => column.name === name))
  const lists: number[][] = held.map(() => [])
  const allEnds: number[] = []
  return {
    add(values, ends) {
      for (const end of ends) allEnds.push(end)
      for (const [index, { read }] of held.entries()) {
        const [given, list] = [values[places[index] ?? -1], lists[index]]
        for (let row = 0; row < ends.length; row++) list?.push(read(given?.[row]))
      }
    },
    behind(rowsText) {
      const doubles = new Float64Array(allEnds.length * (1 + lists.length))
      for (const [index, list] of [allEnds, ...lists].entries()) doubles.set(list, index * allEnds.length)
      return Buffer.concat([rowsText, new Uint8Array(doubles.buffer)])
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
  const count = 1 + heldColumns(columns).length
  const behind = bytes.subarray(textBytes)
  if (behind.byteLength !== count * keptRows * Float64Array.BYTES_PER_ELEMENT)
    return { rowsText, values: null }
  // A copy, because doubles must begin at a multiple of eight bytes.
  const doubles = new Float64Array(Uint8Array.from(behind).buffer)
  const [ends = doubles, ...held] = Array.from({ length: count }, (_, place) =>
    doubles.subarray(place * keptRows, (place + 1) * keptRows),
  )
  return { rowsText, values: { ends, columns: held } }
}

type KeptShape = {
  readonly columns: readonly ResultColumn[]
  readonly keptRows: number
  readonly textBytes?: number | undefined
}
