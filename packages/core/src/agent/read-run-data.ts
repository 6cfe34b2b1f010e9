import type { OwnerId } from '@parley/db'
import type { Definition } from '@parley/domain'
import type { ReachableSource } from '../data-source/data-source.ts'
import { listReachableSources } from '../data-source/get-data-source.ts'
import { listSoundDefinitions } from '../definition/list-definitions.ts'
import { selectDataSources } from './select-data-sources.ts'

/** What the data tools of one run read. */
type ReadData = {
  readonly sources: readonly ReachableSource[]
  readonly definitions: readonly Definition[]
}

/**
 * Returns the data sources that an agent chose, and the definitions that read nothing else. `chosen` is null for an agent
 * that chose none.
 */
export async function readRunData(
  deps: Parameters<typeof listReachableSources>[0],
  owner: OwnerId,
  chosen: readonly string[] | null,
): Promise<ReadData> {
  const [reachable, definitions] = await Promise.all([
    listReachableSources(deps, owner),
    listSoundDefinitions(deps, owner),
  ])
  const sources = selectDataSources(reachable, chosen)
  const known = new Set(sources.map(({ id }) => id))
  return {
    sources,
    definitions: definitions.filter(({ dataSourceIds }) => dataSourceIds.every((id) => known.has(id))),
  }
}
