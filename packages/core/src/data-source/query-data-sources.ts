import type { Database, OwnerId } from '@parley/db'
import type { StatementResult } from '@parley/domain'
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

/**
 * Runs one reading statement over the owner's data sources, within the limits of execute_sql. Throws
 * `invalid_request` with what to change.
 */
export async function queryDataSources(
  deps: Deps,
  owner: OwnerId,
  { sql, signal }: { readonly sql: string; readonly signal: AbortSignal },
): Promise<StatementResult> {
  const sources = await listReachableSources(deps, owner)
  return deps.data.query(owner, { sql, sources, signal })
}
