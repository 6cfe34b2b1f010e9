import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { ResultColumn } from '@parley/domain'
import { AppError } from '@parley/errors'
import { readKeptRows } from '../result/read-kept-rows.ts'
import { openParquet, type ParquetContext } from '../sql/write-parquet.ts'

/** The kept rows of a statement: their columns, and the JSON text of the list of rows. */
export type RowsText = { readonly columns: readonly ResultColumn[]; readonly rowsText: Uint8Array }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/**
 * The fastest level, because most packed rows are never read. JSON text repeats the names of its columns, so it is
 * enough to look for few and long matches: 5,000 rows take 0.29 ms in place of 0.42, and 37 KB in place of 44. Free
 * text takes a fifth more bytes.
 */
const LEVEL = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_hashLog]: 12,
    [constants.ZSTD_c_minMatch]: 7,
  },
  // Rows of 340 KB become 37 KB, in one piece.
  chunkSize: 64 * 1024,
}
/** Bytes that are compressed at once, in a millisecond and a half. */
const MOST_AT_ONCE = 1024 * 1024
/** More bytes than a statement keeps, with its columns. */
const MOST_BYTES = 32 * 1024 * 1024
const TIMEOUT_MS = 60_000
const LINE_BREAK = 0x0a

/**
 * Packs rows as they are: the columns in one line, then the JSON text, compressed. Takes a small part of the time of
 * Parquet. Most are compressed on this thread: a compressor of the thread pool keeps its input and output until the next
 * full collection, and half a megabyte a turn brings one every few turns (bench/README.md).
 */
export async function packRows({ columns, rowsText }: RowsText): Promise<Uint8Array> {
  const line = Buffer.from(`${JSON.stringify(columns)}\n`)
  const bytes = line.byteLength + rowsText.byteLength
  if (bytes > MOST_AT_ONCE) return compress(Buffer.concat([line, rowsText]), LEVEL)
  joined ??= Buffer.allocUnsafeSlow(MOST_AT_ONCE)
  joined.set(line)
  joined.set(rowsText, line.byteLength)
  return zstdCompressSync(joined.subarray(0, bytes), LEVEL)
}

/** What is compressed at once, one text after the other. */
let joined: Buffer | null = null

/** Writes packed rows as a Parquet file. Throws `unavailable` when that fails. */
export async function unpackRows(
  packed: Uint8Array,
  context: Omit<ParquetContext, 'signal'>,
): Promise<Uint8Array> {
  const text = await decompress(packed, { maxOutputLength: MOST_BYTES })
  const end = text.indexOf(LINE_BREAK)
  // The line was written from columns by `packRows`.
  const columns = JSON.parse(text.subarray(0, end).toString()) as ResultColumn[]
  const rows = readKeptRows(text.subarray(end + 1))
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const written = await openParquet({ columns, rows }, { ...context, signal })
    return await readFile(written.file).finally(written.dispose)
  } catch (cause) {
    const message = 'The Parquet file of this result could not be written; try again later.'
    throw new AppError('unavailable', message, { cause })
  }
}
