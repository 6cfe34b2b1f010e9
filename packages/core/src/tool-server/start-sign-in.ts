import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'

/**
 * Begins the owner's sign-in at a tool server; returns where to send the browser, null when none is needed. Throws
 * `not_found`, `upstream_failed`, `upstream_timeout`.
 */
export async function startSignIn(deps: Deps, owner: OwnerId, toolServerId: string): Promise<string | null> {
  return deps.toolSignIns.start(owner, toolServerId)
}
