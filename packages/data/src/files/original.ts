import { once } from 'node:events'
import { copyFile, createWriteStream } from 'node:fs'
import { link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress } from 'node:zlib'

/** The name of an uploaded file beside the tables that were read from it. */
const ORIGINAL = 'original.zst'

/** The fastest level: a text file shrinks to about a quarter, at several hundred megabytes a second. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Each piece makes a round trip through a thread, which for small pieces costs more than the compression. */
export const PIECE_BYTES = 1024 * 1024

/** Takes the pieces of an upload in their order. Each method throws what the disk or the compression fails with. */
export type OriginalPacker = {
  readonly add: (piece: Uint8Array) => Promise<void>
  /** Returns the path of the result. */
  readonly finish: () => Promise<string>
  /** Gives the result up. It does not throw. */
  readonly abandon: () => Promise<void>
}

/** Compresses an upload into a folder while it comes in, so that it is not read from the disk a second time. */
export function openPacker(folder: string): OriginalPacker {
  const path = join(folder, ORIGINAL)
  const zstd = createZstdCompress({ ...LEVEL, chunkSize: PIECE_BYTES })
  const written = pipeline(zstd, createWriteStream(path, { mode: 0o600 }))
  const settled = written.catch(() => undefined)
  return {
    add: async (piece) => {
      if (!zstd.write(piece)) await Promise.race([once(zstd, 'drain'), written])
    },
    finish: async () => {
      zstd.end()
      await written
      return path
    },
    abandon: async () => {
      zstd.destroy()
      await settled
    },
  }
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
