import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'

/**
 * Ends a sign-in with the parameters the owner's browser came back with; returns the tool server. Throws
 * `invalid_request` for a sign-in somebody else started or that is over, `upstream_failed` when it was refused.
 */
export async function finishSignIn(deps: Deps, owner: OwnerId, parameters: URLSearchParams): Promise<string> {
  return deps.toolSignIns.finish(owner, parameters)
}
