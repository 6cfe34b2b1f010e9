import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFormat, SourceTable, TableSettings } from '@parley/domain'
import { AppError, diskFullError } from '@parley/errors'
import { sqlIdentifier } from '../names/sql-identifier.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { ConvertedTable, TaskFailure } from '../sandbox/tasks.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { type DatasetPlace, versionsOf } from '../versions/versions-of.ts'

/** A file to convert, and where its version is stored. */
export type Conversion = DatasetPlace & {
  readonly sandbox: Sandbox
  readonly ownerId: string
  /** The name of the data source; its table gets the same name. */
  readonly name: string
  readonly format: FileFormat
  /** Dotted path to the records inside a JSON file, where they are not at the top. */
  readonly recordsPath?: string
  /** Whether only the longest array of a JSON file is read; false when left out. */
  readonly isOneTable?: boolean
  readonly settings?: readonly TableSettings[]
  readonly signal?: AbortSignal
}

const CONVERT_MS = 300_000

/**
 * Converts a file to Parquet in `output` in the sandbox. `isPacked` says that the service compressed the file itself. Throws
 * an AppError `invalid_request` with the line or offset when the file is invalid for its format, and `unavailable` when the
 * disk is full.
 */
export async function convert(
  { sandbox, ownerId, name, format, recordsPath, isOneTable, settings, signal }: Conversion,
  { inputFile, output, isPacked }: { inputFile: string; output: string; isPacked: boolean },
): Promise<readonly ConvertedTable[]> {
  const outcome = await sandbox.run('convert', {
    ownerId,
    input: {
      format,
      inputFile,
      isPacked,
      outputFolder: output,
      tableName: sqlIdentifier(name),
      timeoutMs: CONVERT_MS,
      ...(recordsPath !== undefined && { recordsPath }),
      ...(isOneTable !== undefined && { isOneTable }),
      ...(settings && { settings }),
    },
    ...(signal && { signal }),
  })
  if (outcome.ok) return outcome.result.tables
  if (outcome.reason === 'disk_full') throw diskFullError(outcome.cause)
  throw new AppError('invalid_request', sentenceOf(outcome), { cause: outcome.cause })
}

function sentenceOf({ reason, message }: TaskFailure): string {
  if (reason === 'timeout') return 'Reading the file took too long; split it into smaller ones.'
  return message
}

/**
 * Flushes all files of `output`, makes them read-only, moves the folder to its place as a new, immutable version and keeps
 * it. Throws `unavailable` when it cannot be kept; then nothing is left.
 */
export async function storeVersion(
  place: DatasetPlace & { readonly ownerId: string },
  output: string,
): Promise<{ version: string; bytes: number }> {
  const { folder, ownerId } = place
  const version = `${datasetFolder(ownerId)}/${randomUUID()}`
  let bytes = 0
  for (const file of await readdir(output)) {
    await using handle = await open(join(output, file))
    await handle.sync()
    await chmod(join(output, file), 0o444)
    bytes += (await stat(join(output, file))).size
  }
  await mkdir(join(folder, datasetFolder(ownerId)), { recursive: true, mode: 0o700 })
  await rename(output, join(folder, version))
  await versionsOf(place).keep(version)
  return { version, bytes }
}

/** The converted tables of a version as a data source has them. */
export function tablesOf(version: string, tables: readonly ConvertedTable[]): SourceTable[] {
  return tables.map(({ file, ...table }) => ({ ...table, description: '', file: `${version}/${file}` }))
}
