import { type OwnerId, deleteAgent as removeAgent } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { isTemplate } from '../llm-config/llm-config.ts'
import { getAgent } from './get-agent.ts'

/** Deletes an agent for good. Throws `not_found`, `forbidden` for a template, `conflict` while sessions are attached. */
export async function deleteAgent(deps: Deps, owner: OwnerId, agentId: string): Promise<void> {
  const agent = await getAgent(deps, owner, agentId)
  if (isTemplate(agent)) throw new AppError('forbidden', 'A template cannot be deleted.')
  const result = await removeAgent(deps.db, owner, agentId)
  if (result === 'missing') throw new AppError('not_found', 'There is no agent with this id.')
  if (result === 'has_sessions') {
    throw new AppError(
      'conflict',
      'Sessions are attached to this agent. Switch them to another agent or delete them first.',
    )
  }
}
