import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@parley/errors'

export type Upload = {
  /** May be larger than memory. */
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
  /** Larger uploads are refused. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/**
 * Streams an upload to a file and returns its size. Throws an AppError `too_large`, or `invalid_request` when it is
 * empty.
 */
export async function receiveUpload(upload: Upload, path: string): Promise<number> {
  const { content, maxBytes = Number.POSITIVE_INFINITY, signal } = upload
  let bytes = 0
  async function* counted() {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) {
        throw new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`)
      }
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(path, { mode: 0o600 }), { ...(signal && { signal }) })
  if (bytes === 0) throw new AppError('invalid_request', 'The file is empty.')
  return bytes
}
