import type { DataConnection, FILE_FORMATS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'
import { toConnection } from './connection.ts'
import type { DataSource } from './data-source.ts'
import { getDataSource, listDataSources } from './get-data-source.ts'
import { freeName, recordDataSource, toSqlName } from './record-data-source.ts'

export type NewFileSource = {
  readonly name: string
  readonly description: string
  readonly format: (typeof FILE_FORMATS)[number]
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Connects an uploaded file. It is read whole before anything is recorded; a file that cannot be read leaves no
 * record. Throws `invalid_request` with the row or offset where known.
 */
export async function createFileSource(
  deps: Deps,
  owner: OwnerId,
  { format, content, description, ...input }: NewFileSource,
): Promise<DataSource> {
  const name = await freeName(deps, owner, toSqlName(input.name))
  if (format === 'sqlite') {
    const { connection, ...ingested } = await deps.data.ingestSqlite(owner, content)
    return recordDataSource(deps, owner, { ingested, name, kind: format, description, connection })
  }
  const ingested = await deps.data.ingest(owner, { name, format, content })
  return recordDataSource(deps, owner, { ingested, name, kind: 'file', description, connection: null })
}

/** Connects a public data set by name; connecting it twice gives the first one back. */
export async function createSampleSource(
  deps: Deps,
  owner: OwnerId,
  sampleName: string,
): Promise<DataSource> {
  const before = await listDataSources(deps, owner)
  const connected = before.find((source) => source.kind === 'sample' && source.name === sampleName)
  if (connected) return getDataSource(deps, owner, connected.id)
  const ingested = await deps.data.ingestSample(owner, sampleName)
  const { description } = ingested
  const name = await freeName(deps, owner, ingested.name)
  return recordDataSource(deps, owner, { ingested, name, kind: 'sample', description, connection: null })
}

export type NewConnectedSource = {
  readonly name: string
  readonly description: string
  readonly connection: DataConnection
}

/**
 * Connects a database or an API. Its tables are read before anything is recorded; a connection that does not work leaves
 * no record. Throws an AppError with a sentence about what did not work.
 */
export async function createConnectedSource(
  deps: Deps,
  owner: OwnerId,
  { signal, description, ...input }: NewConnectedSource & { readonly signal: AbortSignal },
): Promise<DataSource> {
  const connection = toConnection(input.connection)
  const name = await freeName(deps, owner, toSqlName(input.name))
  const ingested = await deps.data.connect(owner, { name, connection, signal })
  return recordDataSource(deps, owner, { ingested, name, kind: connection.kind, description, connection })
}
