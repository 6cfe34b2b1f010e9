import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OriginalFile } from '@parley/domain'
import { AppError } from '@parley/errors'
import { datasetPath } from '../source/dataset-files.ts'
import { versionsOf } from '../versions/versions-of.ts'
import { type Conversion, convert, storeVersion, tablesOf } from './convert-version.ts'
import type { IngestedFile } from './ingest-file.ts'
import { shareOriginal } from './original.ts'

type Rereading = Omit<Conversion, 'format' | 'recordsPath'> & { readonly original: OriginalFile }

/**
 * Reads a kept upload again and stores the result as a new version with the same upload beside it. The version that it was
 * kept with stays as it is. Throws like `ingestFile`, and an AppError `internal` for another owner's file; then no
 * file is left on the disk.
 */
export async function rereadFile({ original, ...rereading }: Rereading): Promise<IngestedFile> {
  const inputFile = datasetPath(original.file, rereading)
  const work = join(rereading.folder, 'incoming', randomUUID())
  const output = join(work, 'output')
  const held = await versionsOf(rereading).hold([original.file], rereading.signal)
  try {
    if (held.missing.size > 0)
      throw new AppError('unavailable', `The uploaded file of ${rereading.name} is missing. Upload it again.`)
    await mkdir(output, { recursive: true, mode: 0o700 })
    const conversion = { ...rereading, format: original.format }
    const converted = await convert(conversion, { inputFile, output, isPacked: true })
    const name = await shareOriginal(inputFile, output)
    const { version, bytes } = await storeVersion(rereading, output)
    const kept = { file: `${version}/${name}`, format: original.format }
    return { tables: tablesOf(version, converted).map((table) => ({ ...table, original: kept })), bytes }
  } finally {
    held.release()
    await rm(work, { recursive: true, force: true })
  }
}
