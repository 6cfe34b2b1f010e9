import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@parley/errors'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { ResultColumn, StoreInput } from '../sandbox/tasks.ts'
import { datasetFolder } from './dataset-files.ts'

export type TablesToWrite = {
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  /** Whose files they become. */
  readonly ownerId: string
  readonly tables: readonly {
    readonly name: string
    /** With types of DuckDB. */
    readonly columns: readonly ResultColumn[]
    /** The rows as JSON objects, each ended by a line break. Values that a double would round are text. */
    readonly lines: Iterable<string>
  }[]
  readonly signal?: AbortSignal
}

const STORE_MS = 60_000
/** What is over this age is read by no statement any more. */
const KEEP_VERSIONS_MS = 120_000

/**
 * Writes tables whose columns are known as a new version of Parquet files, and gives the file of each table by its name.
 * Versions of the same owner that are too old to be read by anything under way are removed, so nothing else may be kept
 * under that owner. Throws an AppError `internal` when a value does not fit its column.
 */
export async function writeTables(options: TablesToWrite): Promise<ReadonlyMap<string, string>> {
  const { folder, ownerId } = options
  const work = join(folder, 'incoming', randomUUID())
  await mkdir(work, { recursive: true, mode: 0o700 })
  try {
    const tables = await writeLines(options, work)
    await store(options, { folder: work, tables, timeoutMs: STORE_MS })
    const home = join(folder, datasetFolder(ownerId))
    await mkdir(home, { recursive: true, mode: 0o700 })
    const version = randomUUID()
    await rename(work, join(home, version))
    await removeOldVersions(home)
    const place = `${datasetFolder(ownerId)}/${version}`
    return new Map(tables.map(({ file }, index) => [options.tables[index]?.name ?? '', `${place}/${file}`]))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writeLines({ tables }: TablesToWrite, work: string): Promise<StoreInput['tables']> {
  return Promise.all(
    tables.map(async ({ columns, lines }, index) => {
      const linesFile = `lines-${index + 1}.ndjson`
      await pipeline(inPieces(lines), createWriteStream(join(work, linesFile), { mode: 0o600 }))
      return { linesFile, file: `table-${index + 1}.parquet`, columns }
    }),
  )
}

/** Larger pieces than lines: each piece is a turn of the stream's own. */
const PIECE_CHARACTERS = 64 * 1024

/** Begins with a blank line, because a file of no bytes at all cannot be read as records. */
function* inPieces(lines: Iterable<string>): Generator<string, void> {
  let piece = '\n'
  for (const line of lines) {
    piece += line
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Leaves the Parquet files in the folder, and nothing else. */
async function store({ sandbox, ownerId, signal }: TablesToWrite, input: StoreInput): Promise<void> {
  const outcome = await sandbox.run('store', { ownerId, input, ...(signal && { signal }) })
  if (!outcome.ok) {
    const cause = outcome.cause ?? outcome.message
    throw new AppError('internal', 'Tables of the service could not be written.', { cause })
  }
  for (const { linesFile, file } of input.tables) {
    await rm(join(input.folder, linesFile))
    await chmod(join(input.folder, file), 0o400)
  }
}

async function removeOldVersions(home: string): Promise<void> {
  for (const version of await readdir(home)) {
    const path = join(home, version)
    // Another process may be faster.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEEP_VERSIONS_MS) await rm(path, { recursive: true, force: true })
  }
}
