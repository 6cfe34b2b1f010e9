import type { ToolBinding } from './agent.ts'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

const lockTools = prepare<[owner: OwnerId, agentId: string], { tools: ToolBinding[] }>(
  'lock_agent_tools',
  `select tools from agents where user_id = $1 and id = $2 for no key update`,
)

const setTools = prepare<[owner: OwnerId, agentId: string, tools: string], object>(
  'set_agent_tools',
  `update agents set tools = $3::json where user_id = $1 and id = $2`,
)

/**
 * Lets calls of a tool be made without asking from now on; all else about the agent stays as it is. False when the
 * owner has no such agent with such a tool.
 */
export function allowTool(
  db: Database,
  owner: OwnerId,
  { agentId, toolServerId, toolName }: { agentId: string; toolServerId: string; toolName: string },
): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    const [agent] = await lockTools(connection, [owner, agentId])
    const isMeant = (tool: ToolBinding) => tool.toolServerId === toolServerId && tool.toolName === toolName
    if (!agent?.tools.some(isMeant)) return false
    const tools = agent.tools.map((tool) => (isMeant(tool) ? { ...tool, approval: 'auto' } : tool))
    await setTools(connection, [owner, agentId, JSON.stringify(tools)])
    return true
  })
}
