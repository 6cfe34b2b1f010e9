import type { ServerPage, ToolServerDeps } from './tool-server-deps.ts'

type Deps = { readonly toolServers: ToolServerDeps }

/**
 * Returns one page of tool servers that match a text; pages start at 1. Throws `upstream_failed`,
 * `upstream_timeout`.
 */
export async function searchToolServers(
  deps: Deps,
  { query, page }: { readonly query: string; readonly page: number },
): Promise<ServerPage> {
  return deps.toolServers.search(query, page)
}
