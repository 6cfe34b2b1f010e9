import { BUILTIN_SERVER_ID } from '@parley/contract'
import type { Database, OwnerId } from '@parley/db'
import type { UnusableTool } from '@parley/domain'
import type { Cipher } from '../secrets/cipher.ts'
import type { ToolServerDeps } from '../tool-server/tool-server-deps.ts'
import { getAgent } from './get-agent.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly toolServers: ToolServerDeps }

/**
 * Returns the reasons why tools of an agent cannot be called now. It asks their servers. A tool that changed
 * is suspended until `acceptTool` accepts it. Throws `not_found`.
 */
export async function listToolProblems(
  deps: Deps,
  owner: OwnerId,
  agentId: string,
): Promise<readonly UnusableTool[]> {
  const agent = await getAgent(deps, owner, agentId)
  const external = agent.tools.filter(({ toolServerId }) => toolServerId !== BUILTIN_SERVER_ID)
  return external.length === 0 ? [] : deps.toolServers.findProblems(owner, external)
}
