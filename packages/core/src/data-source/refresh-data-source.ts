import { type Database, getDataSource as findDataSource, type OwnerId, updateDataSource } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { openConnection } from './connection.ts'
import type { DataDeps } from './data-deps.ts'
import { filesOf, type OpenedDataSource, openDataSource, toStoredTables } from './data-source.ts'
import { keepOwnWords } from './keep-own-words.ts'
import { refuseOffered } from './offered-source.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly data: DataDeps }

/**
 * Reads the tables of a data source again; for an API it also fetches the records again. Keeps the owner's descriptions
 * of tables and columns. A failed refresh changes nothing. Throws `not_found`, `forbidden` for a data source that the
 * service offers, `invalid_request` for a file, `conflict`, and the errors of the connection.
 */
export async function refreshDataSource(
  deps: Deps,
  owner: OwnerId,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<OpenedDataSource> {
  refuseOffered(deps, id)
  const row = await findDataSource(deps.db, owner, id)
  if (!row) throw new AppError('not_found', 'There is no data source with this id.')
  const connection = openConnection(deps, owner, row)
  if (!connection)
    throw new AppError('invalid_request', 'A file stays as it was uploaded; upload the new one as a source.')

  const before = openDataSource(row)
  const read = await deps.data.connect(owner, { name: row.name, connection, signal })
  const tables = keepOwnWords(read.tables, before.tables)
  const changed = await updateDataSource(deps.db, owner, {
    id,
    tables: toStoredTables(tables),
    bytes: read.bytes,
    isRefreshed: true,
    basedOn: row.updatedAt,
  })
  if (changed.kind !== 'updated') {
    await deps.data.removeFiles(owner, filesOf(read.tables, null))
    throw new AppError('conflict', 'The source was changed meanwhile; send the request again.')
  }
  await deps.data.retireFiles(owner, filesOf(before.tables, null))
  return openDataSource(changed.dataSource)
}
