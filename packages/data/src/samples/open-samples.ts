import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Conversion, convert, storeVersion, tablesOf } from '../files/convert-version.ts'
import { type FileUpload, type IngestedFile, withDescriptions, withWorkFolder } from '../files/ingest-file.ts'
import type { ConvertedTable } from '../sandbox/tasks.ts'
import { readSample } from './read-sample.ts'
import { SAMPLE_SOURCES } from './sample-sources.ts'

type IngestedSample = IngestedFile & {
  readonly name: string
  readonly title: string
  readonly description: string
}

/** Takes in a public data set by its name. Throws an AppError `not_found` for an unknown name. */
type IngestSample = (
  sampleName: string,
  upload: Omit<Conversion, 'name' | 'format'>,
) => Promise<IngestedSample>

type ConvertedSample = {
  readonly descriptions: NonNullable<FileUpload['descriptions']>
  readonly tables: readonly ConvertedTable[]
  readonly files: ReadonlyMap<string, Buffer>
}

/**
 * Returns a function that takes in public data sets like uploaded files, with their texts. A data set never changes, so it
 * is read and converted once, and each further owner gets copies of its Parquet files. All of them together have 0.3 MB.
 */
export function openSamples(): IngestSample {
  const conversions = new Map<string, ConvertedSample>()
  return async (sampleName, upload) => {
    const stored = await withWorkFolder(upload.folder, async (work, output) => {
      const known = conversions.get(sampleName)
      const converted = known ?? (await convertSample(sampleName, upload, { work, output }))
      if (known) for (const [file, bytes] of known.files) await writeFile(join(output, file), bytes)
      conversions.set(sampleName, converted)
      const { version, bytes } = await storeVersion(upload, output)
      return { tables: withDescriptions(tablesOf(version, converted.tables), converted), bytes }
    })
    const { title = sampleName, description = '' } =
      SAMPLE_SOURCES.find(({ name }) => name === sampleName) ?? {}
    return { ...stored, name: sampleName, title, description }
  }
}

async function convertSample(
  sampleName: string,
  upload: Omit<Conversion, 'name' | 'format'>,
  { work, output }: { readonly work: string; readonly output: string },
): Promise<ConvertedSample> {
  const { content, descriptions, ...sample } = await readSample(sampleName)
  const inputFile = join(work, 'upload')
  await writeFile(inputFile, content)
  const tables = await convert({ ...upload, ...sample }, { inputFile, output, isPacked: false })
  const files = new Map<string, Buffer>()
  for (const file of await readdir(output)) files.set(file, await readFile(join(output, file)))
  return { descriptions, tables, files }
}
