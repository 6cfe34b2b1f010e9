import { type Database, listSessions, type OwnerId, type Session } from '@parley/db'
import { getSealedAgent } from './get-agent.ts'

type Deps = { readonly db: Database }

/** Returns the owner's sessions that are attached to an agent, newest first. Throws `not_found`. */
export async function listAgentSessions(deps: Deps, owner: OwnerId, agentId: string): Promise<Session[]> {
  const agent = await getSealedAgent(deps, owner, agentId)
  const sessions = await listSessions(deps.db, owner)
  return sessions.filter((session) => session.agentId === agent.id)
}
