import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a stream to a new file and waits for the disk. Returns the number of bytes and their SHA-256 in hex. Throws
 * when the file exists.
 */
export async function copyBytes(
  source: Readable,
  target: string,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    source,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { bytes, sha256: hash.digest('hex') }
}
