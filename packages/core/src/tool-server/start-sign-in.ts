import type { OwnerId } from '@parley/db'
import type { ConfiguredServer } from './tool-server-deps.ts'
import type { ToolSignIns } from './tool-sign-ins.ts'

type Deps = { readonly toolSignIns: ToolSignIns }

/**
 * Starts the owner's sign-in at a tool server. Returns the address for the browser, or null when no sign-in
 * is needed. Throws `not_found`, `invalid_config` when the server's address needs a property,
 * `upstream_failed`, `upstream_timeout`.
 */
export async function startSignIn(
  deps: Deps,
  owner: OwnerId,
  server: ConfiguredServer,
): Promise<string | null> {
  return deps.toolSignIns.start(owner, server)
}
