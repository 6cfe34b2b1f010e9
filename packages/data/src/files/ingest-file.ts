import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceTable } from '@parley/domain'
import { type Conversion, convert, storeVersion, tablesOf } from './convert-version.ts'
import { openPacker, originalIn } from './original.ts'
import { receiveUpload, type Upload } from './receive-upload.ts'

export type FileUpload = Upload &
  Conversion & {
    /** Descriptions of the table and its columns. They come before descriptions made from the file. */
    readonly descriptions?: {
      readonly table?: string
      readonly columns?: Readonly<Record<string, string>>
    }
    /** Whether the uploaded file is kept beside its tables, so that it can be read again; false when left out. */
    readonly keepsOriginal?: boolean
  }

export type IngestedFile = {
  readonly tables: readonly SourceTable[]
  /** What the version takes on the disk. */
  readonly bytes: number
}

/**
 * Takes in an uploaded file: streams it to disk, converts it to Parquet in the sandbox and stores the result
 * as a new, immutable version below `folder`. Throws an AppError `invalid_request` with the line or offset
 * when the file is invalid for its format, `too_large` over the cap, `unavailable` when the sandbox is busy.
 * Then no file is left on the disk. Nothing is written to a database.
 */
export async function ingestFile(upload: FileUpload): Promise<IngestedFile> {
  return withWorkFolder(upload.folder, async (work, output) => {
    const packer = upload.keepsOriginal ? openPacker(work) : undefined
    try {
      const inputFile = join(work, 'upload')
      await receiveUpload(upload, inputFile, packer)
      const packed = await packer?.finish()
      const converted = await convert(upload, { inputFile, output, isPacked: false })
      const original = packed && (await originalIn(output, packed))
      const { version, bytes } = await storeVersion(upload, output)
      const tables = withDescriptions(tablesOf(version, converted), upload).map((table) => ({
        ...table,
        ...(original && { original: { file: `${version}/${original}`, format: upload.format } }),
      }))
      return { tables, bytes }
    } finally {
      await packer?.abandon()
    }
  })
}

/** Calls `task` with a new folder and one in it for the files to store; what is left of them is removed afterwards. */
export async function withWorkFolder<Result>(
  folder: string,
  task: (work: string, output: string) => Promise<Result>,
): Promise<Result> {
  const work = join(folder, 'incoming', randomUUID())
  const output = join(work, 'output')
  await mkdir(output, { recursive: true, mode: 0o700 })
  try {
    return await task(work, output)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Adds the descriptions of an upload to its tables. */
export function withDescriptions(
  tables: readonly SourceTable[],
  { descriptions = {} }: Pick<FileUpload, 'descriptions'>,
): SourceTable[] {
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      description: [descriptions.columns?.[column.name], column.description].filter(Boolean).join(' '),
    })),
    description: descriptions.table ?? '',
  }))
}
