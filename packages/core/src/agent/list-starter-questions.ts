import type { Database, OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Catalogs } from '../data-source/catalogs.ts'
import type { DataDeps } from '../data-source/data-deps.ts'
import { listReachableSources } from '../data-source/get-data-source.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { canReadData, getSealedAgent } from './get-agent.ts'
import { selectDataSources } from './select-data-sources.ts'
import { type StarterQuestion, writeStarterQuestions } from './write-starter-questions.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly now: () => Date
}

type Wanted = {
  readonly agentId: string
  /** Only about this data source, whether or not the agent sees it yet. */
  readonly dataSourceId?: string | undefined
}

/**
 * Returns first questions about the data that an agent reads. Empty for an agent without the tool execute_sql, which could
 * not answer them. Throws `not_found` for an agent or a data source that is missing or another user's.
 */
export async function listStarterQuestions(
  deps: Deps,
  owner: OwnerId,
  { agentId, dataSourceId }: Wanted,
): Promise<StarterQuestion[]> {
  const agent = await getSealedAgent(deps, owner, agentId)
  const sources = await listReachableSources(deps, owner)
  const wanted = sources.find(({ id }) => id === dataSourceId)
  if (dataSourceId !== undefined && !wanted) {
    throw new AppError('not_found', 'There is no data source with this id.')
  }
  if (!canReadData(agent)) return []
  return writeStarterQuestions(wanted ? [wanted] : selectDataSources(sources, agent.dataSourceIds))
}
