import { type Database, listDataSourceFiles, listOwners, type OwnerId } from '@parley/db'
import type { Cipher } from '../secrets/cipher.ts'
import { openConnection } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import { filesIn } from './data-source.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly data: DataDeps }

const OWNERS_AT_ONCE = 500

/**
 * Retires the files that no source names although their owner is known: what was written by a process that died before it
 * recorded them, and what was given up by one that died before it noted so. Safe on several replicas at once. An owner
 * whose files cannot be told, because no master key opens the connection that names one, keeps them all; the other
 * owners are served, and then this throws.
 */
export async function retireOrphans(deps: Deps): Promise<void> {
  let after: OwnerId | undefined
  const failures: unknown[] = []
  do {
    const owners = await listOwners(deps.db, { after, limit: OWNERS_AT_ONCE })
    for (const owner of owners) {
      await deps.data
        .retireOrphans(owner, () => readNamed(deps, owner))
        .catch((error: unknown) => failures.push(error))
    }
    after = owners.at(-1)
  } while (after !== undefined)
  if (failures.length > 0) throw failures[0]
}

async function readNamed(deps: Deps, owner: OwnerId): Promise<string[]> {
  const sources = await listDataSourceFiles(deps.db, owner)
  return sources.flatMap(({ files, ...row }) => {
    // Other connections name no file. The operator's log names the data source by its id.
    const connection = row.kind === 'sqlite' ? openConnection(deps, owner, { ...row, name: row.id }) : null
    return [...files, ...filesIn(connection)]
  })
}
