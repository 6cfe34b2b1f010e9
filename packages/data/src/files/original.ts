import { copyFile, createReadStream, createWriteStream } from 'node:fs'
import { link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress } from 'node:zlib'

/** The name of an uploaded file beside the tables that were read from it. */
const ORIGINAL = 'original.zst'

/** The fastest level: a text file shrinks to about a quarter, at several hundred megabytes a second. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Each piece is a round through a thread, so that small ones cost more than the compression. */
const PIECE_BYTES = 1024 * 1024

/** Compresses an uploaded file into a folder and returns the path of the result. */
export async function packOriginal(file: string, folder: string): Promise<string> {
  const packed = join(folder, ORIGINAL)
  await pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    createZstdCompress({ ...LEVEL, chunkSize: PIECE_BYTES }),
    createWriteStream(packed, { mode: 0o600 }),
  )
  return packed
}

/** Moves a compressed upload beside the tables in `output` and returns its name there. */
export async function originalIn(output: string, packed: string): Promise<string> {
  await rename(packed, join(output, ORIGINAL))
  return ORIGINAL
}

/** Puts the kept file of another version beside the tables in `output` too, without taking space where links exist. */
export async function shareOriginal(kept: string, output: string): Promise<string> {
  const target = join(output, ORIGINAL)
  await link(kept, target).catch(() => promisify(copyFile)(kept, target))
  return ORIGINAL
}
