import { type Database, type OwnerId, updateAgent } from '@parley/db'
import { AppError } from '@parley/errors'
import { isTemplate } from '../llm-config/llm-config.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { ToolServerDeps } from '../tool-server/tool-server-deps.ts'
import { sealBindings } from './agent.ts'
import { getAgent } from './get-agent.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly toolServers: ToolServerDeps }

type AcceptedTool = {
  readonly agentId: string
  readonly toolName: string
  readonly toolServerId: string
  /** The definition that the owner has seen, as `listToolProblems` names it. */
  readonly definitionHash: string
}

/**
 * Accepts a changed tool of an agent as its server defines it now. Throws `not_found`, `forbidden` for a template,
 * `conflict` when the server has changed the tool again, and the errors of the server.
 */
export async function acceptTool(
  deps: Deps,
  owner: OwnerId,
  { agentId, toolName, toolServerId, definitionHash }: AcceptedTool,
): Promise<void> {
  const agent = await getAgent(deps, owner, agentId)
  if (isTemplate(agent)) throw new AppError('forbidden', 'A template cannot be changed; copy it first.')
  const binding = agent.tools.find((tool) => tool.toolName === toolName && tool.toolServerId === toolServerId)
  if (!binding?.pinned)
    throw new AppError('not_found', `The agent has no external tool ${toolName} of ${toolServerId}.`)
  const pinned = await deps.toolServers.pin(owner, binding, { definitionHash })
  const bindings = agent.tools.map((tool) => (tool === binding ? { ...tool, pinned } : tool))
  const result = await updateAgent(deps.db, owner, {
    id: agentId,
    tools: sealBindings(deps, bindings, { agentId, owner }),
  })
  if (result === 'missing') throw new AppError('not_found', 'There is no agent with this id.')
}
