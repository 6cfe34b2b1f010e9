import { createReadStream, createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'

/** Unpacks a file that the service itself compressed and returns the path of the copy beside it. */
export async function unpackOriginal(path: string): Promise<string> {
  const copy = join(dirname(path), 'original')
  await pipeline(createReadStream(path), createZstdDecompress(), createWriteStream(copy))
  return copy
}
