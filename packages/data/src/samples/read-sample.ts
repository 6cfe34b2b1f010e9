import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AppError } from '@parley/errors'
import type { FileUpload } from '../files/ingest-file.ts'
import { SAMPLE_SOURCES } from './sample-sources.ts'

type Sample = Pick<FileUpload, 'name' | 'format'> &
  Required<Pick<FileUpload, 'descriptions'>> & { readonly content: Buffer }

const require = createRequire(import.meta.url)

/** Returns a sample source in the form of an upload. Throws an AppError `not_found` for an unknown name. */
export async function readSample(name: string): Promise<Sample> {
  const sample = SAMPLE_SOURCES.find((source) => source.name === name)
  if (!sample) throw new AppError('not_found', `There is no sample source called "${name.slice(0, 60)}".`)
  const build = dirname(require.resolve('vega-datasets'))
  return {
    name: sample.name,
    format: sample.format,
    content: await readFile(join(build, '..', 'data', sample.file)),
    descriptions: { table: sample.description, columns: sample.columns },
  }
}
