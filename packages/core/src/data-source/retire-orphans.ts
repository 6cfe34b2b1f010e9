import { listDataSourceFiles, listOwners, type OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'
import { openConnection } from './connection.ts'
import { filesIn } from './data-source.ts'

const OWNERS_AT_ONCE = 500

/**
 * Retires the files that no source names although their owner is known: what was written by a process that died before it
 * recorded them, and what was given up by one that died before it noted so. Safe on several replicas at once.
 */
export async function retireOrphans(deps: Deps): Promise<void> {
  let after: OwnerId | undefined
  do {
    const owners = await listOwners(deps.db, { after, limit: OWNERS_AT_ONCE })
    for (const owner of owners) await deps.data.retireOrphans(owner, () => readNamed(deps, owner))
    after = owners.at(-1)
  } while (after !== undefined)
}

async function readNamed(deps: Deps, owner: OwnerId): Promise<string[]> {
  const sources = await listDataSourceFiles(deps.db, owner)
  return sources.flatMap(({ files, ...row }) => [...files, ...filesIn(openConnection(deps, owner, row))])
}
