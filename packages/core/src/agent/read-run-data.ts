import type { OwnerId, StoredRunData } from '@parley/db'
import type { Definition } from '@parley/domain'
import type { ReachableSource } from '../data-source/data-source.ts'
import { openReachable } from '../data-source/get-data-source.ts'
import { openSound } from '../definition/list-definitions.ts'
import { selectDataSources } from './select-data-sources.ts'

/** What the data tools of one run read. */
type ReadData = {
  readonly sources: readonly ReachableSource[]
  readonly definitions: readonly Definition[]
}

/**
 * Returns those of the owner's data sources that were chosen for an agent, and the definitions that read no others.
 * `chosen` is null for an agent without a choice.
 */
export async function readRunData(
  deps: Parameters<typeof openReachable>[0],
  owner: OwnerId,
  { stored, chosen }: { readonly stored: StoredRunData; readonly chosen: readonly string[] | null },
): Promise<ReadData> {
  const sources = selectDataSources(await openReachable(deps, owner, stored), chosen)
  const known = new Set(sources.map(({ id }) => id))
  return {
    sources,
    definitions: openSound(stored.definitions).filter(({ dataSourceIds }) =>
      dataSourceIds.every((id) => known.has(id)),
    ),
  }
}
