import { type Database, listDataSourceFiles, listOwners, type OwnerId } from '@parley/db'
import type { Cipher } from '../secrets/cipher.ts'
import { openConnection } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import { filesIn } from './data-source.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly data: DataDeps }

const OWNERS_AT_ONCE = 500

/**
 * Retires the files of known owners that no source names: those of a process that died between writing and recording
 * them, and those of a process that died between giving them up and noting that. Safe on several replicas at once. An
 * owner keeps all files when no master key opens the connection that names one of them; the other owners are served,
 * and then this throws.
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
