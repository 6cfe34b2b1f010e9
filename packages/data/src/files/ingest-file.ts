import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@parley/errors'
import { sqlIdentifier } from '../names/sql-identifier.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { ConvertedTable, FileFormat, TaskFailure } from '../sandbox/tasks.ts'
import type { SourceTable } from '../source/data-source.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { receiveUpload, type Upload } from './receive-upload.ts'

export type FileUpload = Upload & {
  readonly sandbox: Sandbox
  /** The data folder; everything stored lies below it. */
  readonly folder: string
  readonly ownerId: string
  /** The name of the data source; its table gets the same name. */
  readonly name: string
  readonly format: FileFormat
  /** Dotted path to the records inside a JSON file, where they are not at the top. */
  readonly recordsPath?: string
  /** Descriptions of the table and its columns. They come before descriptions made from the file. */
  readonly descriptions?: { readonly table?: string; readonly columns?: Readonly<Record<string, string>> }
}

export type IngestedFile = {
  readonly tables: readonly SourceTable[]
  /** Size of the upload. */
  readonly bytes: number
}

const CONVERT_MS = 300_000

/**
 * Takes in an uploaded file: streams it to disk, converts it to Parquet in the sandbox and stores the result
 * as a new, immutable version below `folder`. Throws an AppError `invalid_request` with the line or offset
 * when the file is invalid for its format, `too_large` over the cap, `unavailable` when the sandbox is busy.
 * Then no file is left on the disk. Nothing is written to a database.
 */
export async function ingestFile(upload: FileUpload): Promise<IngestedFile> {
  const work = join(upload.folder, 'incoming', randomUUID())
  const output = join(work, 'output')
  await mkdir(output, { recursive: true, mode: 0o700 })
  try {
    const inputFile = join(work, 'upload')
    const bytes = await receiveUpload(upload, inputFile)
    const tables = await convert(upload, { inputFile, output })
    return { tables: await store(upload, { output, tables }), bytes }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function convert(
  { sandbox, ownerId, name, format, recordsPath, signal }: FileUpload,
  { inputFile, output }: { inputFile: string; output: string },
): Promise<readonly ConvertedTable[]> {
  const outcome = await sandbox.run('convert', {
    ownerId,
    input: {
      format,
      inputFile,
      outputFolder: output,
      tableName: sqlIdentifier(name),
      timeoutMs: CONVERT_MS,
      ...(recordsPath !== undefined && { recordsPath }),
    },
    ...(signal && { signal }),
  })
  if (outcome.ok) return outcome.result.tables
  throw new AppError('invalid_request', sentenceOf(outcome, format), { cause: outcome.cause })
}

function sentenceOf({ reason, message }: TaskFailure, format: FileFormat): string {
  if (reason === 'timeout') return 'Reading the file took too long; split it into smaller ones.'
  // Workbooks alone are held in memory as a whole.
  if (reason !== 'invalid' && format === 'xlsx')
    return 'The workbook needs more memory than reading it may take; save its sheets as CSV files and upload those.'
  return message
}

/** Flushes the converted tables, moves them to their folder and makes them read-only. */
async function store(
  { folder, ownerId, descriptions = {} }: FileUpload,
  { output, tables }: { output: string; tables: readonly ConvertedTable[] },
): Promise<SourceTable[]> {
  const version = `${datasetFolder(ownerId)}/${randomUUID()}`
  for (const { file } of tables) {
    await using handle = await open(join(output, file))
    await handle.sync()
    await chmod(join(output, file), 0o444)
  }
  await mkdir(join(folder, datasetFolder(ownerId)), { recursive: true, mode: 0o700 })
  await rename(output, join(folder, version))
  return tables.map(({ file, columns, ...table }) => ({
    ...table,
    columns: columns.map((column) => ({
      ...column,
      description: [descriptions.columns?.[column.name], column.description].filter(Boolean).join(' '),
    })),
    description: descriptions.table ?? '',
    file: `${version}/${file}`,
  }))
}
