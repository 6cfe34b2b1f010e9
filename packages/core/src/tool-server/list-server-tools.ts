import type { ListedTool } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { ConfiguredServer, ToolServerDeps } from './tool-server-deps.ts'

type Deps = { readonly toolServers: ToolServerDeps }

/**
 * Returns the tools that a server has now, asked with the owner's properties. Throws `not_found` for an
 * unknown server, `invalid_config` for properties that do not fit, `conflict` when the owner has to sign in,
 * `upstream_failed`, `upstream_timeout`.
 */
export async function listServerTools(
  deps: Deps,
  owner: OwnerId,
  server: ConfiguredServer,
): Promise<ListedTool[]> {
  return deps.toolServers.listTools(owner, server)
}
