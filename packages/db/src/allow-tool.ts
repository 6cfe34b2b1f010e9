import type { StoredToolBinding } from './agent.ts'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

const lockTools = prepare('lock_agent_tools')<
  [owner: OwnerId, agentId: string],
  { tools: StoredToolBinding[] }
>(`select tools from agents where user_id = $1 and id = $2 for no key update`)

const setTools = prepare('set_agent_tools')<[owner: OwnerId, agentId: string, tools: string], object>(
  `update agents set tools = $3::json where user_id = $1 and id = $2`,
)

/**
 * Allows all further calls of an agent's tool without an approval. Returns false when the owner has no such agent with
 * this tool.
 */
export function allowTool(
  db: Database,
  owner: OwnerId,
  { agentId, toolServerId, toolName }: { agentId: string; toolServerId: string; toolName: string },
): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    const [agent] = await lockTools(connection, [owner, agentId])
    const isMeant = (tool: StoredToolBinding) =>
      tool.toolServerId === toolServerId && tool.toolName === toolName
    if (!agent?.tools.some(isMeant)) return false
    const tools = agent.tools.map((tool) => (isMeant(tool) ? { ...tool, approval: 'auto' } : tool))
    await setTools(connection, [owner, agentId, JSON.stringify(tools)])
    return true
  })
}

/** Changes the tools of an agent under a row lock. Does nothing when the agent was deleted. */
export function changeAgentTools(
  db: Database,
  owner: OwnerId,
  {
    agentId,
    change,
  }: { agentId: string; change: (tools: readonly StoredToolBinding[]) => readonly StoredToolBinding[] },
): Promise<void> {
  return inTransaction(db, async (connection) => {
    const [agent] = await lockTools(connection, [owner, agentId])
    if (agent) await setTools(connection, [owner, agentId, JSON.stringify(change(agent.tools))])
  })
}
