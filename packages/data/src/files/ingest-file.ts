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
  const work = join(upload.folder, 'incoming', randomUUID())
  const output = join(work, 'output')
  await mkdir(output, { recursive: true, mode: 0o700 })
  const packer = upload.keepsOriginal ? openPacker(work) : undefined
  try {
    const inputFile = join(work, 'upload')
    await receiveUpload(upload, inputFile, packer)
    const packed = await packer?.finish()
    const converted = await convert(upload, { inputFile, output, isPacked: false })
    const original = packed && (await originalIn(output, packed))
    const { version, bytes } = await storeVersion(upload, output)
    const tables = tablesOf(version, converted).map((table) => ({
      ...describe(table, upload),
      ...(original && { original: { file: `${version}/${original}`, format: upload.format } }),
    }))
    return { tables, bytes }
  } finally {
    await packer?.abandon()
    await rm(work, { recursive: true, force: true })
  }
}

function describe(table: SourceTable, { descriptions = {} }: FileUpload): SourceTable {
  return {
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      description: [descriptions.columns?.[column.name], column.description].filter(Boolean).join(' '),
    })),
    description: descriptions.table ?? '',
  }
}
