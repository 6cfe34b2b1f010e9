import type { Database, OwnerId } from '@parley/db'
import type { TableProfile } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import type { Catalogs } from './catalogs.ts'
import type { DataDeps } from './data-deps.ts'
import { listReachableSources } from './get-data-source.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly now: () => Date
}

type Wanted = {
  readonly id: string
  /** `source.table`, as the data source shows it; may be left out where there is one table. */
  readonly table?: string | undefined
  readonly signal: AbortSignal
}

/**
 * Counts what the columns of a table hold, for tables that are files. Throws `not_found`, and `invalid_request` for an
 * unknown table and for a table of a database, whose server would have to read all of it.
 */
export async function profileDataSource(
  deps: Deps,
  owner: OwnerId,
  { id, table: name, signal }: Wanted,
): Promise<TableProfile> {
  const source = (await listReachableSources(deps, owner)).find((entry) => entry.id === id)
  if (!source) throw new AppError('not_found', 'There is no data source with this id.')
  const table = source.tables.find((entry) =>
    name === undefined ? source.tables.length === 1 : `${source.name}.${entry.name}` === name,
  )
  if (!table) {
    const names = source.tables.map((entry) => `${source.name}.${entry.name}`).join(', ')
    throw new AppError('invalid_request', `table: name one of the tables of the data source: ${names}.`)
  }
  if (table.file === undefined) {
    throw new AppError(
      'invalid_request',
      'Only tables of files, samples and APIs have a profile. Query the table of the database instead.',
    )
  }
  return deps.data.profile(owner, { source, table, signal })
}
