import type { JsonObject } from '@parley/domain'

const OPEN = 0x7b
const CLOSE = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Bytes that are read before other work of the process gets its turn. */
const PIECE_BYTES = 256 * 1024

/**
 * The rows of an attachment, which is the JSON text of a list of objects, one piece after the other. The text is never
 * parsed as a whole: tens of megabytes would hold up every other request for as long. A piece is parsed at once, because
 * parsing each row alone takes twice the time.
 */
export async function* readKeptRows(bytes: Uint8Array): AsyncGenerator<JsonObject[], void, void> {
  let from = 0
  for (const guessed of guessPieces(bytes)) {
    const rows = tryParse(bytes, guessed)
    if (rows === null) break
    yield rows
    from = guessed[1]
    if (from - guessed[0] >= PIECE_BYTES) await new Promise(setImmediate)
  }
  for (const [start, end] of findPieces(bytes.subarray(from))) {
    yield parseRows(bytes, [from + start, from + end])
    if (end - start >= PIECE_BYTES) await new Promise(setImmediate)
  }
}

/**
 * Guesses that each place of `},{` lies between two rows. A guess inside a text or a list does not parse: reading goes on
 * byte by byte from there, which takes twice the time.
 */
function* guessPieces(given: Uint8Array): Generator<Place, void, void> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const last = bytes.lastIndexOf(CLOSE) + 1
  let start = bytes.indexOf(OPEN)
  while (start >= 0 && start < last) {
    const between = bytes.indexOf('},{', start + PIECE_BYTES)
    const end = between < 0 ? last : between + 1
    yield [start, end]
    start = end < last ? end + 1 : last
  }
}

function tryParse(bytes: Uint8Array, place: Place): JsonObject[] | null {
  try {
    return parseRows(bytes, place)
  } catch {
    return null
  }
}

/** Where a run of whole rows begins and ends. */
type Place = readonly [start: number, end: number]

function parseRows(bytes: Uint8Array, [start, end]: Place): JsonObject[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
  // A list without its brackets.
  return JSON.parse(`[${text}]`)
}

function* findPieces(bytes: Uint8Array): Generator<Place, void, void> {
  let begin: number | null = null
  let last = 0
  for (const [start, end] of findObjects(bytes)) {
    begin ??= start
    last = end
    if (end - begin < PIECE_BYTES) continue
    yield [begin, end]
    begin = null
  }
  if (begin !== null) yield [begin, last]
}

/** Where each object of the list begins and ends. */
function* findObjects(bytes: Uint8Array): Generator<Place, void, void> {
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
