import { TaskError } from './task-error.ts'

/** An array of objects inside a document, found by `scanDocument`. */
export type FoundArray = {
  readonly path: readonly string[]
  records: number
  /** False once an element is not an object. */
  isRecords: boolean
}

/** Bytes of an array, each record ended by a line break. */
export type RecordBytes = { readonly array: FoundArray; readonly bytes: Uint8Array }

export type DocumentScan = {
  /** Reads the next piece, whose line breaks it may replace, and returns the records in it, in order. */
  readonly read: (piece: Uint8Array) => readonly RecordBytes[]
  readonly state: () => {
    /** Whether the document has ended. */
    readonly isWhole: boolean
    /** Whether another value follows the document. */
    readonly hasMore: boolean
    /** The text under the key `type` at the top. */
    readonly type: string | null
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
const [LINE_FEED, RETURN, BLANK] = [0x0a, 0x0d, 0x20]
const LINE_END = Uint8Array.of(LINE_FEED)
const MAX_KEY_BYTES = 64 * 1024

/** Where the scan stands. Changed byte by byte. */
type Cursor = {
  readonly maxLevels: number
  readonly path: string[]
  /** Open objects on the way to the current place. */
  objects: number
  array: FoundArray | null
  /** Open brackets inside a record, or inside a value that holds no table. */
  nested: number
  isString: boolean
  isEscaped: boolean
  isKeyNext: boolean
  key: string
  /** The text that is being read, where its content counts. */
  text: number[] | null
  isDone: boolean
  hasMore: boolean
  type: string | null
}

/**
 * Finds the arrays of objects in a JSON object that comes in pieces, at most `maxLevels` keys deep, and hands out their
 * records as they stand in the file. It holds no more than one piece and one key. What lies inside a record is not
 * checked; the reader of the records does that. Throws a TaskError for brackets that do not match.
 */
export function scanDocument(maxLevels: number): DocumentScan {
  const cursor: Cursor = {
    maxLevels,
    path: [],
    objects: 0,
    array: null,
    nested: 0,
    isString: false,
    isEscaped: false,
    isKeyNext: false,
    key: '',
    text: null,
    isDone: false,
    hasMore: false,
    type: null,
  }
  return {
    read: (piece) => readPiece(cursor, piece),
    state: () => ({ isWhole: cursor.isDone, hasMore: cursor.hasMore, type: cursor.type }),
  }
}

function readPiece(cursor: Cursor, piece: Uint8Array): RecordBytes[] {
  const found: RecordBytes[] = []
  let start = 0
  for (let at = 0; at < piece.length && !cursor.hasMore; at++) {
    const byte = piece[at] ?? 0
    if (cursor.isString) readText(cursor, byte)
    else if (byte <= BLANK) {
      if (byte === LINE_FEED || byte === RETURN) piece[at] = BLANK
    } else {
      if (cursor.nested === 0) start = at
      const ended = readMark(cursor, byte)
      if (!ended) continue
      ended.records++
      found.push({ array: ended, bytes: piece.subarray(start, at + 1) }, { array: ended, bytes: LINE_END })
    }
  }
  const { array, nested } = cursor
  if (array?.isRecords && nested > 0) found.push({ array, bytes: piece.subarray(start) })
  return found
}

/** Reads a byte outside of texts. Returns the array of which a record ends there. */
function readMark(cursor: Cursor, byte: number): FoundArray | null {
  if (cursor.isDone) cursor.hasMore = true
  else if (byte === QUOTE) startText(cursor)
  else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) open(cursor, byte)
  else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return close(cursor, byte)
  else if (cursor.nested === 0) {
    if (byte === COMMA) cursor.isKeyNext = cursor.array === null
    else if (cursor.array) cursor.array.isRecords = false
  }
  return null
}

function open(cursor: Cursor, byte: number): void {
  const { array, nested, objects } = cursor
  const isObject = byte === OPEN_BRACE
  if (nested > 0 || array) {
    if (nested === 0 && array && !isObject) array.isRecords = false
    cursor.nested++
  } else if (!isObject) cursor.array = { path: [...cursor.path, cursor.key], records: 0, isRecords: true }
  else if (objects > 0 && objects >= cursor.maxLevels) cursor.nested++
  else {
    if (objects > 0) cursor.path.push(cursor.key)
    cursor.objects++
    cursor.isKeyNext = true
  }
}

function close(cursor: Cursor, byte: number): FoundArray | null {
  const { array } = cursor
  if (cursor.nested > 0) {
    cursor.nested--
    return cursor.nested === 0 && array?.isRecords ? array : null
  }
  if ((byte === CLOSE_BRACKET) !== (array !== null))
    throw new TaskError('invalid', 'The JSON is broken: its brackets do not match.')
  if (array) cursor.array = null
  else {
    cursor.objects--
    cursor.path.pop()
    cursor.isKeyNext = false
    cursor.isDone = cursor.objects === 0
  }
  return null
}

function startText(cursor: Cursor): void {
  cursor.isString = true
  if (cursor.nested > 0) return
  if (cursor.array) cursor.array.isRecords = false
  else if (cursor.isKeyNext || (cursor.objects === 1 && cursor.key === 'type')) cursor.text = []
}

function readText(cursor: Cursor, byte: number): void {
  const { text, isEscaped } = cursor
  if (!isEscaped && byte === QUOTE) {
    endText(cursor)
    return
  }
  cursor.isEscaped = !isEscaped && byte === BACKSLASH
  if (text && text.push(byte) > MAX_KEY_BYTES)
    throw new TaskError('invalid', 'A key of the JSON is longer than 64 KB.')
}

function endText(cursor: Cursor): void {
  cursor.isString = false
  if (cursor.text === null) return
  const read = textOf(cursor.text)
  if (cursor.isKeyNext) cursor.key = read
  else cursor.type = read
  cursor.text = null
  cursor.isKeyNext = false
}

function textOf(bytes: readonly number[]): string {
  try {
    return String(JSON.parse(`"${Buffer.from(bytes).toString()}"`))
  } catch {
    throw new TaskError('invalid', 'A key of the JSON is no valid text.')
  }
}
