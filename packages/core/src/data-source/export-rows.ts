import type { OwnerId } from '@parley/db'
import type { WholeResult } from '@parley/domain'
import type { Deps } from '../deps.ts'
import { listReachableSources } from './get-data-source.ts'

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
