import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'
import type { ConfiguredServer } from './tool-server-deps.ts'

/**
 * Begins the owner's sign-in at a tool server; returns where to send the browser, null when none is needed. Throws
 * `not_found`, `invalid_config` when the server's address needs a property, `upstream_failed`, `upstream_timeout`.
 */
export async function startSignIn(
  deps: Deps,
  owner: OwnerId,
  server: ConfiguredServer,
): Promise<string | null> {
  return deps.toolSignIns.start(owner, server)
}
