import type { JsonObject } from '@parley/domain'

const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Bytes that are read before other work of the process gets its turn. */
const PIECE_BYTES = 256 * 1024

/**
 * The rows of an attachment, which is the JSON text of a list of objects, one after the other. The text is never parsed
 * as a whole: tens of megabytes would hold up every other request for as long.
 */
export async function* readKeptRows(bytes: Uint8Array): AsyncGenerator<JsonObject[], void, void> {
  let rows: JsonObject[] = []
  let pieceEnd = PIECE_BYTES
  for (const [start, end] of findObjects(bytes)) {
    rows.push(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')))
    if (end < pieceEnd) continue
    yield rows
    rows = []
    pieceEnd = end + PIECE_BYTES
    await new Promise(setImmediate)
  }
  if (rows.length > 0) yield rows
}

/** Where each object of the list begins and ends. */
function* findObjects(bytes: Uint8Array): Generator<readonly [start: number, end: number], void, void> {
  let depth = 0
  let start = 0
  let isInText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isInText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN) {
      if (depth === 0) start = index
      depth++
    } else if (byte === CLOSE) {
      depth--
      if (depth === 0) yield [start, index + 1]
    }
  }
}
