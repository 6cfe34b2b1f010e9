import { countAgentSessions, type Database, type OwnerId, deleteAgent as removeAgent } from '@parley/db'
import { AppError } from '@parley/errors'
import { isTemplate } from '../llm-config/llm-config.ts'
import { getSealedAgent } from './get-agent.ts'

type Deps = { readonly db: Database }

/**
 * Deletes an agent permanently. Throws `not_found`, `forbidden` for a template, `conflict` while sessions are
 * attached.
 */
export async function deleteAgent(deps: Deps, owner: OwnerId, agentId: string): Promise<void> {
  const agent = await getSealedAgent(deps, owner, agentId)
  if (isTemplate(agent)) throw new AppError('forbidden', 'A template cannot be deleted.')
  const result = await removeAgent(deps.db, owner, agentId)
  if (result === 'missing') throw new AppError('not_found', 'There is no agent with this id.')
  if (result === 'has_sessions') {
    const count = await countAgentSessions(deps.db, owner, agentId)
    const subject = count === 1 ? 'One session is' : `${count} sessions are`
    throw new AppError(
      'conflict',
      `${subject} attached to this agent. Switch to another agent there, or delete them, first.`,
    )
  }
}
