import { type OwnerId, deleteDataSource as removeDataSource } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { getDataSource } from './get-data-source.ts'

/** Deletes a source and its files. Throws `not_found` for a missing or foreign one. */
export async function deleteDataSource(deps: Deps, owner: OwnerId, id: string): Promise<void> {
  const { tables } = await getDataSource(deps, owner, id)
  if (!(await removeDataSource(deps.db, owner, id))) {
    throw new AppError('not_found', 'There is no data source with this id.')
  }
  await deps.data.removeFiles(owner, tables)
}
