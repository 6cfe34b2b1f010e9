import type { Database, OwnerId } from '@parley/db'
import type { WholeResult } from '@parley/domain'
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
 * Runs one reading statement over the owner's data sources and returns all rows of its result. Throws
 * `invalid_request` with what to change, and `unavailable` while too many results are being saved. The rows throw what
 * fails after the first of them.
 */
export async function exportRows(
  deps: Deps,
  owner: OwnerId,
  { sql, signal }: { readonly sql: string; readonly signal: AbortSignal },
): Promise<WholeResult> {
  const sources = await listReachableSources(deps, owner)
  return deps.data.exportRows(owner, { sql, sources, signal })
}
