import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TableLines } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { StoreInput } from '../sandbox/tasks.ts'
import { datasetFolder } from '../source/dataset-files.ts'

export type TablesToWrite = {
  readonly sandbox: Sandbox
  /** The data folder. */
  readonly folder: string
  /** The owner of the files. */
  readonly ownerId: string
  readonly tables: readonly TableLines[]
  readonly signal?: AbortSignal
}

const STORE_MS = 60_000
/** No statement reads a version of this age any more. */
const KEEP_VERSIONS_MS = 120_000

/**
 * Writes tables with known columns as a new version of Parquet files. Returns the file of each table by its
 * name. Deletes versions of the same owner that no running statement can read, so no other files may be
 * stored under that owner. Throws an AppError `internal` when a value does not fit its column.
 */
export async function writeTables(options: TablesToWrite): Promise<ReadonlyMap<string, string>> {
  const { folder, ownerId } = options
  const work = join(folder, 'incoming', randomUUID())
  const outputFolder = join(work, 'output')
  await mkdir(outputFolder, { recursive: true, mode: 0o700 })
  try {
    const tables = await writeLines(options, work)
    await store(options, { outputFolder, tables, parquetVersion: 2, timeoutMs: STORE_MS })
    const home = join(folder, datasetFolder(ownerId))
    await mkdir(home, { recursive: true, mode: 0o700 })
    const version = randomUUID()
    await rename(outputFolder, join(home, version))
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
      const linesFile = join(work, `lines-${index + 1}.ndjson`)
      await pipeline(inPieces(lines), createWriteStream(linesFile, { mode: 0o600 }))
      return { linesFile, file: `table-${index + 1}.parquet`, columns }
    }),
  )
}

/** Pieces are larger than lines, because each piece costs one turn of the stream. */
const PIECE_CHARACTERS = 64 * 1024

/** Begins with a blank line, because an empty file cannot be read as records. */
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

/** Writes the Parquet files to the output folder. */
async function store({ sandbox, ownerId, signal }: TablesToWrite, input: StoreInput): Promise<void> {
  const outcome = await sandbox.run('store', { ownerId, input, ...(signal && { signal }) })
  if (!outcome.ok) {
    const cause = outcome.cause ?? outcome.message
    throw new AppError('internal', 'Tables of the service could not be written.', { cause })
  }
  for (const { file } of input.tables) await chmod(join(input.outputFolder, file), 0o444)
}

async function removeOldVersions(home: string): Promise<void> {
  for (const version of await readdir(home)) {
    const path = join(home, version)
    // Another process may delete it first.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEEP_VERSIONS_MS) await rm(path, { recursive: true, force: true })
  }
}
