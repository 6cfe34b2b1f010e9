import { addAgentDataSource, type Database, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { DataDeps } from '../data-source/data-deps.ts'
import { getDataSource } from '../data-source/get-data-source.ts'
import { canReadData, getSealedAgent } from './get-agent.ts'

type Deps = { readonly db: Database; readonly data: DataDeps; readonly now: () => Date }

/**
 * Adds a data source to those that the data tools of the owner's agent see. Changes nothing for an agent without a
 * choice, which sees all of the owner's data sources. Returns whether the agent has the tool that reads data. Throws
 * `not_found` for an agent or a data source that is missing or another user's.
 */
export async function addDataSource(
  deps: Deps,
  owner: OwnerId,
  { agentId, dataSourceId }: { readonly agentId: string; readonly dataSourceId: string },
): Promise<{ readonly readsData: boolean }> {
  await getDataSource(deps, owner, dataSourceId)
  const isFound = await addAgentDataSource(deps.db, owner, { id: agentId, dataSourceId })
  if (!isFound) throw new AppError('not_found', 'There is no agent with this id.')
  return { readsData: canReadData(await getSealedAgent(deps, owner, agentId)) }
}
