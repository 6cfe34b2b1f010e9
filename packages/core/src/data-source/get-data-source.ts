import {
  type Database,
  getDataSource as findDataSource,
  listDataSources as findDataSources,
  findRunData,
  listDataSourceSummaries as findSummaries,
  type OwnerId,
  type StoredDataSource,
  type StoredDataSourceRow,
  type StoredRunData,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import type { Catalogs } from './catalogs.ts'
import { openReadable, unreadableConnection } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import {
  type DataSourceSummary,
  type OpenedDataSource,
  openDataSource,
  openRow,
  openSummary,
  type ReachableSource,
} from './data-source.ts'
import { listOffered, nameOffered, offeredBeside } from './offered-source.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly now: () => Date
}

/**
 * Returns a data source of the owner, or one that the service offers, with tables and columns. Throws `not_found` when it
 * is missing or another user's.
 */
export async function getDataSource(
  deps: Pick<Deps, 'db' | 'data' | 'now'>,
  owner: OwnerId,
  id: string,
): Promise<OpenedDataSource> {
  if (deps.data.offered.some((source) => source.id === id)) {
    const found = (await offeredBeside(deps, owner, await findSummaries(deps.db, owner))).find(
      (source) => source.id === id,
    )
    if (found) return found
  }
  const source = await findDataSource(deps.db, owner, id)
  if (!source) throw new AppError('not_found', 'There is no data source with this id.')
  return openDataSource(source)
}

/** Returns the owner's data sources, oldest first, and after them those that the service offers. */
export async function listDataSources(
  deps: Pick<Deps, 'db' | 'data' | 'now'>,
  owner: OwnerId,
): Promise<DataSourceSummary[]> {
  const own = (await findSummaries(deps.db, owner)).map(openSummary)
  const offered = await offeredBeside(deps, owner, own)
  return [...own, ...offered.map(({ tables, ...source }) => ({ ...source, tableCount: tables.length }))]
}

/**
 * The same sources with their connections opened, for statements to be run over them. A source whose connection cannot be
 * read has `unreachable` instead: statements that name it fail with that sentence, and the others run.
 */
export async function listReachableSources(deps: Deps, owner: OwnerId): Promise<ReachableSource[]> {
  return openReachable(deps, owner, await findRunData(deps.db, owner))
}

/** Does the same for rows that the caller has read already. */
export async function openReachable(
  deps: Deps,
  owner: OwnerId,
  { sources, role }: Pick<StoredRunData, 'sources' | 'role'>,
): Promise<ReachableSource[]> {
  const own = (await readOwn(deps, owner, sources)).map(({ source, row }) => ({
    ...source,
    ...reach(deps, owner, { ...row, name: source.name, kind: source.kind }),
  }))
  return [...own, ...nameOffered(listOffered(deps, role), own)]
}

function reach(
  deps: Deps,
  owner: OwnerId,
  row: Pick<StoredDataSource, 'id' | 'name' | 'connectionCipher'> & Pick<OpenedDataSource, 'kind'>,
): Pick<ReachableSource, 'connection' | 'unreachable'> {
  const connection = openReadable(deps, owner, row)
  if (connection !== 'unreadable') return connection ? { connection } : {}
  // The records of an API were fetched into files when it was connected.
  return row.kind === 'http_api' ? {} : { unreachable: unreadableConnection(row).message }
}

/** Reads the catalogs from the database only when the cache of this process has an outdated one or none. */
async function readOwn(
  deps: Deps,
  owner: OwnerId,
  rows: readonly StoredDataSourceRow[],
): Promise<{ source: OpenedDataSource; row: Pick<StoredDataSource, 'id' | 'connectionCipher'> }[]> {
  const known = rows.map((row) => ({ source: { ...openRow(row), tables: deps.catalogs.find(row) }, row }))
  if (known.every(isWhole)) return known
  return (await findDataSources(deps.db, owner)).map((row) => {
    const source = openDataSource(row)
    deps.catalogs.keep(source)
    return { source, row }
  })
}

function isWhole<Row>(known: {
  source: Omit<OpenedDataSource, 'tables'> & { tables: OpenedDataSource['tables'] | null }
  row: Row
}): known is { source: OpenedDataSource; row: Row } {
  return known.source.tables !== null
}
