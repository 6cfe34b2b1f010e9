import type { OwnerId } from '@parley/db'
import type { StatementResult } from '@parley/domain'
import type { Deps } from '../deps.ts'
import { listReachableSources } from './get-data-source.ts'

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
