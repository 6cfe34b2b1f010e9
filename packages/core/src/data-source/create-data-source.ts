import { randomUUID } from 'node:crypto'
import {
  listDataSources as findDataSources,
  createDataSource as insertDataSource,
  type OwnerId,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import type { FileFormat, Ingested } from './data-deps.ts'
import { type DataSource, openDataSource, toStoredTables } from './data-source.ts'

export type NewFileSource = {
  readonly name: string
  readonly description: string
  readonly format: FileFormat
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Connects an uploaded file. It is read whole before anything is recorded; a file that cannot be read leaves no
 * record. Throws `invalid_request` with the row or offset where known.
 */
export async function createFileSource(
  deps: Deps,
  owner: OwnerId,
  input: NewFileSource,
): Promise<DataSource> {
  const name = await freeName(deps, owner, toSqlName(input.name))
  const ingested = await deps.data.ingest(owner, { ...input, name })
  return record(deps, owner, { ingested, name, kind: 'file', description: input.description })
}

/** Connects a public data set by name; connecting it twice gives the first one back. */
export async function createSampleSource(
  deps: Deps,
  owner: OwnerId,
  sampleName: string,
): Promise<DataSource> {
  const before = await findDataSources(deps.db, owner)
  const connected = before.find((source) => source.kind === 'sample' && source.name === sampleName)
  if (connected) return openDataSource(connected)
  const ingested = await deps.data.ingestSample(owner, sampleName)
  const name = await freeName(deps, owner, ingested.name)
  return record(deps, owner, {
    ingested,
    name,
    kind: 'sample',
    description: ingested.description,
  })
}

async function record(
  deps: Deps,
  owner: OwnerId,
  source: { ingested: Ingested; name: string; kind: string; description: string },
): Promise<DataSource> {
  const { ingested, ...fields } = source
  try {
    const tables = toStoredTables(ingested.tables)
    const row = await insertDataSource(deps.db, owner, {
      id: randomUUID(),
      ...fields,
      tables,
      bytes: ingested.bytes,
      connectionCipher: null,
    })
    if (!row)
      throw new AppError('conflict', 'Another source has just taken this name; send the request again.')
    return openDataSource(row)
  } catch (error) {
    await deps.data.removeFiles(owner, ingested.tables)
    throw error
  }
}

/** Appends a number until no other source of the owner has the name. */
async function freeName(deps: Deps, owner: OwnerId, wanted: string): Promise<string> {
  const taken = new Set((await findDataSources(deps.db, owner)).map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  for (let suffix = 2; ; suffix++) if (!taken.has(`${wanted}_${suffix}`)) return `${wanted}_${suffix}`
}

/** Makes a name that needs no quotes in SQL: `Sales 2026.csv` becomes `sales_2026`. */
function toSqlName(name: string): string {
  const plain = name
    .replace(/\.[a-z0-9]{1,8}$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 48)
  if (plain === '')
    throw new AppError('invalid_request', 'The name of a data source needs at least one letter or digit.')
  return /^[0-9]/.test(plain) ? `source_${plain}` : plain
}
