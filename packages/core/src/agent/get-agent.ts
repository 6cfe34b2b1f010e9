import { BUILTIN_SERVER_ID } from '@parley/contract'
import {
  type AgentSummary,
  type Database,
  getAgent as findAgent,
  listAgents as findAgents,
  type OwnerId,
  type StoredAgent,
} from '@parley/db'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { type OpenedAgent, openAgent } from './agent.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

/**
 * One of the owner's agents or a template. Throws `not_found` for a missing one and another user's, and
 * `invalid_config` when a property of its tools cannot be read.
 */
export async function getAgent(deps: Deps, owner: OwnerId, agentId: string): Promise<OpenedAgent> {
  return openAgent(deps, owner, await getSealedAgent(deps, owner, agentId))
}

/** The same with its properties sealed. Throws `not_found`. */
export async function getSealedAgent(
  { db }: Pick<Deps, 'db'>,
  owner: OwnerId,
  agentId: string,
): Promise<StoredAgent> {
  const row = await findAgent(db, owner, agentId)
  if (!row) throw new AppError('not_found', 'There is no agent with this id.')
  return row
}

/** Whether an agent has the tool that reads data sources. */
export function canReadData({ tools }: Pick<StoredAgent, 'tools'>): boolean {
  return tools.some(
    ({ toolServerId, toolName }) => toolServerId === BUILTIN_SERVER_ID && toolName === 'execute_sql',
  )
}

/** Returns the owner's agents, oldest first. */
export async function listAgents(deps: Pick<Deps, 'db'>, owner: OwnerId): Promise<AgentSummary[]> {
  return findAgents(deps.db, owner)
}
