import { type AgentSummary, getAgent as findAgent, listAgents as findAgents, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { type Agent, openAgent } from './agent.ts'

/** One of the owner's agents or a template. Throws `not_found` for a missing or foreign one. */
export async function getAgent(deps: Deps, owner: OwnerId, agentId: string): Promise<Agent> {
  const row = await findAgent(deps.db, owner, agentId)
  if (!row) throw new AppError('not_found', 'There is no agent with this id.')
  return openAgent(deps, owner, row)
}

/** The owner's agents, oldest first. */
export async function listAgents(deps: Deps, owner: OwnerId): Promise<AgentSummary[]> {
  return findAgents(deps.db, owner)
}
