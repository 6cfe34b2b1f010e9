import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@parley/errors'
import { type OriginalPacker, PIECE_BYTES } from './original.ts'

export type Upload = {
  /** May be larger than memory. */
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
  /** Larger uploads are refused. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** How many bytes the disk may lag behind the compression. */
const AHEAD_BYTES = 4 * PIECE_BYTES

/**
 * Streams an upload to a file, and to a packer where one is given. Returns its size. Throws an AppError `too_large`, or
 * `invalid_request` when it is empty.
 */
export async function receiveUpload(
  { content, maxBytes = Number.POSITIVE_INFINITY, signal }: Upload,
  path: string,
  packer?: Pick<OriginalPacker, 'add'>,
): Promise<number> {
  let bytes = 0
  async function* counted() {
    for await (const piece of inPieces(content)) {
      bytes += piece.byteLength
      if (bytes > maxBytes) {
        throw new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`)
      }
      await packer?.add(piece)
      yield piece
    }
  }
  const file = createWriteStream(path, { mode: 0o600, highWaterMark: AHEAD_BYTES })
  await pipeline(counted, file, { ...(signal && { signal }) })
  if (bytes === 0) throw new AppError('invalid_request', 'The file is empty.')
  return bytes
}

/** Joins small chunks, because each costs a call of the disk and a round of the compression. */
async function* inPieces(content: Upload['content']): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes < PIECE_BYTES) continue
    yield joined(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield joined(chunks)
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}
