import type { Tool } from '@parley/agent'
import { BUILTIN_SERVER_ID } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { artifactSaver } from '../artifact/save-artifact.ts'
import { listDataSources } from '../data-source/get-data-source.ts'
import type { Deps } from '../deps.ts'
import type { ToolBinding } from './agent.ts'

/**
 * Makes the bound tools of an agent callable for one run: the built-in ones over the owner's sources, the
 * external ones over their servers. `runId` is null for stateless calls, whose files expire.
 */
export async function openTools(
  deps: Deps,
  owner: OwnerId,
  { bindings, runId }: { readonly bindings: readonly ToolBinding[]; readonly runId: string | null },
): Promise<readonly Tool[]> {
  const saveArtifact = artifactSaver(deps, owner, runId)
  const builtin = bindings.filter(({ toolServerId }) => toolServerId === BUILTIN_SERVER_ID)
  const external = bindings.filter(({ toolServerId }) => toolServerId !== BUILTIN_SERVER_ID)

  const tools: Tool[] = []
  if (builtin.length > 0) {
    const bound = new Set(builtin.map(({ toolName }) => toolName))
    const sources = await listDataSources(deps, owner)
    tools.push(...deps.data.openTools(owner, { sources, saveArtifact }).filter(({ name }) => bound.has(name)))
  }
  if (external.length > 0)
    tools.push(...(await deps.toolServers.openTools(owner, { bindings: external, saveArtifact })))
  return tools
}
