import type { Database, OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { DataDeps } from '../data-source/data-deps.ts'
import type { ReachableSource } from '../data-source/data-source.ts'
import { listDataSources } from '../data-source/get-data-source.ts'

type Deps = { readonly db: Database; readonly data: DataDeps; readonly now: () => Date }

/**
 * Returns the data sources that an agent's data tools see. `ids` are the chosen ones; data sources deleted
 * since then are left out. Null selects all of the owner's. The data sources that the service offers (the
 * ledger) are selected by default only where the owner has none. Their many tables would crowd the owner's
 * out of every search (docs/spec/agent-service.md#agent-data-sources).
 */
export function selectDataSources(
  sources: readonly ReachableSource[],
  ids: readonly string[] | null,
): readonly ReachableSource[] {
  if (ids !== null) return sources.filter(({ id }) => ids.includes(id))
  const own = sources.filter(({ offered }) => offered === undefined)
  return own.length > 0 ? own : sources
}

/**
 * Throws `invalid_request` unless each id names one of the owner's data sources or one that the service
 * offers.
 */
export async function requireDataSources(
  deps: Deps,
  owner: OwnerId,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids === null || ids.length === 0) return
  const known = new Set((await listDataSources(deps, owner)).map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing === undefined) return
  throw new AppError(
    'invalid_request',
    `There is no data source ${missing}; data_source_ids must name your own data sources.`,
  )
}
