import {
  type Database,
  listDefinitions as findDefinitions,
  listDataSourceSummaries,
  type OwnerId,
  type StoredDefinition,
} from '@parley/db'
import type { Definition } from '@parley/domain'
import type { DataDeps } from '../data-source/data-deps.ts'
import { type ListedDefinition, openDefinition } from './definition.ts'

type Deps = { readonly db: Database; readonly data: DataDeps }

/** Returns the owner's definitions, oldest first. One whose data source was deleted has a problem. */
export async function listDefinitions(deps: Deps, owner: OwnerId): Promise<ListedDefinition[]> {
  const [rows, sources] = await Promise.all([
    findDefinitions(deps.db, owner),
    listDataSourceSummaries(deps.db, owner),
  ])
  const known = new Set([...sources, ...deps.data.offered].map(({ id }) => id))
  return rows.map(openDefinition).map((definition) => {
    const isOrphan = definition.dataSourceIds.some((id) => !known.has(id))
    return isOrphan ? { ...definition, problem: definition.problem ?? DELETED } : definition
  })
}

const DELETED = 'A data source that it reads was deleted. Change it to read another one.'

/** Reads the stored definitions that have no problem, whatever data sources they read. */
export function openSound(rows: readonly StoredDefinition[]): Definition[] {
  return rows.map(openDefinition).filter(({ problem }) => problem === null)
}
