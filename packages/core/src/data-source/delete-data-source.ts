import {
  type Database,
  getDataSource as findDataSource,
  type OwnerId,
  deleteDataSource as removeDataSource,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { openReadable } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import { filesOf, openDataSource } from './data-source.ts'
import { refuseOffered } from './offered-source.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly data: DataDeps }

/**
 * Deletes a data source. Its files are deleted when no run can read them any more. Throws `not_found` for a
 * missing one and for another user's, `forbidden` for one that the service offers.
 */
export async function deleteDataSource(deps: Deps, owner: OwnerId, id: string): Promise<void> {
  refuseOffered(deps, id)
  const row = await findDataSource(deps.db, owner, id)
  if (!row || !(await removeDataSource(deps.db, owner, id))) {
    throw new AppError('not_found', 'There is no data source with this id.')
  }
  // Only the connection names an uploaded database. Where it cannot be read, `retireOrphans` finds the file.
  const connection = row.kind === 'sqlite' ? openReadable(deps, owner, row) : null
  const files = filesOf(openDataSource(row).tables, connection === 'unreadable' ? null : connection)
  await deps.data.retireFiles(owner, files)
}
