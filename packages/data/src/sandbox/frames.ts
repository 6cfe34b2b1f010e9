import type { Readable, Writable } from 'node:stream'

/** One message between the service and a sandbox child: a JSON value, and bytes that are passed on unparsed. */
export type Frame = {
  readonly value: unknown
  readonly bytes: Uint8Array
  /** Whether the stream has already delivered more than this frame. */
  readonly hasMore: boolean
}

/** Bounds of one frame: bytes of the JSON text, bytes of text and attachment together, levels of nesting. */
export type FrameLimits = {
  readonly maxTextBytes: number
  readonly maxBytes: number
  readonly maxDepth: number
}

const HEADER_BYTES = 8
/** Attachments begin at a multiple of these bytes, so that doubles in them are read without a copy. */
const ALIGNED_BYTES = 8
const SPACE = 0x20
const NO_BYTES = new Uint8Array(0)

/**
 * Sends one frame: two 32-bit lengths (JSON, bytes), the JSON text, the bytes. Returns false when the caller should
 * wait for the event `drain`.
 */
export function writeFrame(stream: Writable, value: unknown, bytes: Uint8Array = NO_BYTES): boolean {
  const text = padded(JSON.stringify(value))
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(text.byteLength, 0)
  header.writeUInt32LE(bytes.byteLength, 4)
  // Together in one call of the system, so that the reader wakes up once.
  stream.cork()
  stream.write(header)
  let isDrained = stream.write(text)
  if (bytes.byteLength > 0) isDrained = stream.write(bytes)
  stream.uncork()
  return isDrained
}

/**
 * Yields the frames of a stream until it ends. `limits` is asked at the start of each frame. Throws when a frame
 * announces or nests more than they allow or is not JSON, because output of a child is as hostile as its input.
 */
export async function* readFrames(
  stream: Readable,
  limits: () => FrameLimits,
): AsyncGenerator<Frame, void, void> {
  let parts: Buffer[] = []
  let available = 0
  let wanted = HEADER_BYTES
  let header: { textBytes: number; attachmentBytes: number } | null = null

  for await (const chunk of stream) {
    parts.push(chunk)
    available += chunk.byteLength
    while (available >= wanted) {
      const joined = joinParts(parts)
      const head = joined.subarray(0, wanted)
      const rest = joined.subarray(wanted)
      parts = rest.byteLength > 0 ? [rest] : []
      available = rest.byteLength
      if (header === null) {
        header = { textBytes: head.readUInt32LE(0), attachmentBytes: head.readUInt32LE(4) }
        wanted = header.textBytes + header.attachmentBytes
        const { maxTextBytes, maxBytes } = limits()
        if (wanted > maxBytes || header.textBytes > maxTextBytes)
          throw new Error(
            `A frame of ${header.textBytes} and ${header.attachmentBytes} bytes is over its limit`,
          )
      } else {
        const text = head.subarray(0, header.textBytes)
        const { maxDepth } = limits()
        if (isDeeperThan(text, maxDepth)) throw new Error(`A frame is nested deeper than ${maxDepth}`)
        const hasMore = rest.byteLength > 0
        yield { value: JSON.parse(text.toString()), bytes: head.subarray(header.textBytes), hasMore }
        header = null
        wanted = HEADER_BYTES
      }
    }
  }
}

/** Copies the parts into one buffer and frees them. A small frame arrives in one part, which stays as it is. */
function joinParts(parts: readonly Buffer[]): Buffer {
  const [only] = parts
  if (parts.length === 1 && only) return only
  const joined = Buffer.concat(parts)
  for (const { buffer, byteLength } of parts) {
    // V8 would hold it until a collection, and counts it toward a full one. A part of a larger buffer may have other readers.
    if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
  return joined
}

/** A JSON text with spaces behind it. */
function padded(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const buffer = Buffer.alloc(Math.ceil(bytes / ALIGNED_BYTES) * ALIGNED_BYTES, SPACE)
  buffer.write(text)
  return buffer
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whether JSON text nests arrays and objects deeper than `maxDepth`. Reads the bytes once and allocates nothing. */
export function isDeeperThan(text: Uint8Array, maxDepth: number): boolean {
  const scan = createDepthScan(maxDepth)
  return scan(text)
}

/** The same check over text in pieces: call it with each piece; true means too deep. */
export function createDepthScan(maxDepth: number): (piece: Uint8Array) => boolean {
  let depth = 0
  let isInString = false
  let isEscaped = false
  return (piece) => {
    // By index: the iterator of a typed array takes twice the time.
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
        continue
      }
      if (byte === QUOTE) isInString = true
      else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--
      else if ((byte === OPEN_BRACKET || byte === OPEN_BRACE) && ++depth > maxDepth) return true
    }
    return false
  }
}
