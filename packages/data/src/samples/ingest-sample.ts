import { type FileUpload, type IngestedFile, ingestFile } from '../files/ingest-file.ts'
import { readSample } from './read-sample.ts'
import { SAMPLE_SOURCES } from './sample-sources.ts'

type IngestedSample = IngestedFile & {
  readonly name: string
  readonly title: string
  readonly description: string
}

/**
 * Takes in a public data set by its name, like an uploaded file, and returns its texts too. Throws an AppError
 * `not_found` for an unknown name.
 */
export async function ingestSample(
  sampleName: string,
  upload: Omit<FileUpload, 'name' | 'format' | 'content' | 'descriptions'>,
): Promise<IngestedSample> {
  const sample = await readSample(sampleName)
  const ingested = await ingestFile({ ...upload, ...sample })
  const { title = sample.name, description = '' } =
    SAMPLE_SOURCES.find(({ name }) => name === sampleName) ?? {}
  return { ...ingested, name: sample.name, title, description }
}
