import {
  getDataSource as findDataSource,
  type OwnerId,
  deleteDataSource as removeDataSource,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { openConnection } from './connection.ts'
import { filesOf, openDataSource } from './data-source.ts'
import { refuseOffered } from './offered-source.ts'

/** Deletes a source; its files go when no run can need them any more. Throws `not_found` for a missing or foreign one, `forbidden` for one that everybody has. */
export async function deleteDataSource(deps: Deps, owner: OwnerId, id: string): Promise<void> {
  refuseOffered(deps, id)
  const row = await findDataSource(deps.db, owner, id)
  if (!row || !(await removeDataSource(deps.db, owner, id))) {
    throw new AppError('not_found', 'There is no data source with this id.')
  }
  // An uploaded database is known by its connection alone.
  const connection = row.kind === 'sqlite' ? openConnection(deps, owner, row) : null
  await deps.data.retireFiles(owner, filesOf(openDataSource(row).tables, connection))
}
