import type { ToolServerDetails } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { ToolServerDeps } from './tool-server-deps.ts'

type Deps = { readonly toolServers: ToolServerDeps }

/**
 * Returns the details of the server with a qualified name. Throws `not_found`, `upstream_failed`,
 * `upstream_timeout`.
 */
export async function getToolServer(
  deps: Deps,
  owner: OwnerId,
  qualifiedName: string,
): Promise<ToolServerDetails> {
  const server = await deps.toolServers.find(owner, qualifiedName)
  if (!server) throw new AppError('not_found', 'No registry knows a tool server with this qualified name.')
  return server
}
