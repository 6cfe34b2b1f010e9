import {
  getDataSource as findDataSource,
  listDataSources as findDataSources,
  listDataSourceSummaries as findSummaries,
  type OwnerId,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { openConnection } from './connection.ts'
import {
  type DataSource,
  type DataSourceSummary,
  openDataSource,
  openSummary,
  type ReachableSource,
} from './data-source.ts'

/** One of the owner's sources with tables and columns. Throws `not_found` for a missing or foreign one. */
export async function getDataSource(deps: Deps, owner: OwnerId, id: string): Promise<DataSource> {
  const source = await findDataSource(deps.db, owner, id)
  if (!source) throw new AppError('not_found', 'There is no data source with this id.')
  return openDataSource(source)
}

/** The owner's sources, oldest first. */
export async function listDataSources(deps: Deps, owner: OwnerId): Promise<DataSourceSummary[]> {
  return (await findSummaries(deps.db, owner)).map(openSummary)
}

/** The owner's sources with their connections opened, for statements to be run over them. */
export async function listReachableSources(deps: Deps, owner: OwnerId): Promise<ReachableSource[]> {
  return (await findDataSources(deps.db, owner)).map((row) => {
    const connection = openConnection(deps, owner, row)
    return { ...openDataSource(row), ...(connection && { connection }) }
  })
}
