import type { DataConnection, FILE_FORMATS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { requireRoom, requireStorage, type StorageDeps, withinStorage } from '../quota.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { toConnection } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import { filesOf, type OpenedDataSource } from './data-source.ts'
import { getDataSource, listDataSources } from './get-data-source.ts'
import { freeName, recordDataSource, toSqlName, toTitle } from './record-data-source.ts'

type Deps = StorageDeps & {
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly now: () => Date
}

export type NewFileSource = {
  readonly name: string
  readonly description: string
  readonly format: (typeof FILE_FORMATS)[number]
  readonly content: AsyncIterable<Uint8Array>
  /** Aborts the conversion when the client has disconnected. */
  readonly signal: AbortSignal
}

/**
 * Connects an uploaded file. It is read completely before anything is recorded, so an unreadable file leaves
 * no record. Throws `invalid_request` with the row or offset where known, `conflict` and `too_large` over a
 * quota.
 */
export async function createFileSource(
  deps: Omit<Deps, 'now'>,
  owner: OwnerId,
  { format, description, signal, ...input }: NewFileSource,
): Promise<OpenedDataSource> {
  await requireRoom(deps, owner, 'dataSources')
  const content = withinStorage(deps, owner, input.content)
  const name = await freeName(deps, owner, toSqlName(input.name))
  const title = toTitle(input.name)
  if (format === 'sqlite') {
    const { connection, ...ingested } = await deps.data.ingestSqlite(owner, content, signal)
    return recordDataSource(deps, owner, { ingested, name, title, kind: format, description, connection })
  }
  const ingested = await deps.data.ingest(owner, { name, format, content, signal })
  // A small file with many columns, or a compressed one, takes more space than it had when it arrived.
  await requireStorage(deps, owner, ingested.bytes).catch(async (error: unknown) => {
    await deps.data.removeFiles(owner, filesOf(ingested.tables, null))
    throw error
  })
  return recordDataSource(deps, owner, { ingested, name, title, kind: 'file', description, connection: null })
}

/** Connects a public data set by name. Connecting it twice returns the first data source again. */
export async function createSampleSource(
  deps: Deps,
  owner: OwnerId,
  { sample, signal }: { readonly sample: string; readonly signal: AbortSignal },
): Promise<OpenedDataSource> {
  const before = await listDataSources(deps, owner)
  const connected = before.find((source) => source.kind === 'sample' && source.name === sample)
  if (connected) return getDataSource(deps, owner, connected.id)
  await requireRoom(deps, owner, 'dataSources')
  const ingested = await deps.data.ingestSample(owner, sample, signal)
  const { title, description } = ingested
  const name = await freeName(deps, owner, ingested.name)
  return recordDataSource(deps, owner, {
    ingested,
    name,
    title,
    kind: 'sample',
    description,
    connection: null,
  })
}

export type NewConnectedSource = {
  readonly name: string
  readonly description: string
  readonly connection: DataConnection
}

/**
 * Connects a database or an API. Its tables are read before anything is recorded, so a failed connection
 * leaves no record. Also returns what the connected user may do beyond reading. Throws an AppError with a
 * sentence that says what failed.
 */
export async function createConnectedSource(
  deps: Omit<Deps, 'now'>,
  owner: OwnerId,
  { signal, description, ...input }: NewConnectedSource & { readonly signal: AbortSignal },
): Promise<OpenedDataSource & { readonly warnings: readonly string[] }> {
  await requireRoom(deps, owner, 'dataSources')
  const connection = toConnection(input.connection)
  const name = await freeName(deps, owner, toSqlName(input.name))
  const ingested = await deps.data.connect(owner, { name, connection, signal })
  const title = input.name.trim()
  const source = { ingested, name, title, kind: connection.kind, description, connection }
  return { ...(await recordDataSource(deps, owner, source)), warnings: ingested.warnings ?? [] }
}
