import type { OwnerId } from '@parley/db'
import type { ToolSignIns } from './tool-sign-ins.ts'

type Deps = { readonly toolSignIns: ToolSignIns }

/**
 * Completes a sign-in with the parameters of the browser's callback. Returns the tool server. Throws
 * `invalid_request` for a sign-in that another user started or that is over, `upstream_failed` when it was
 * refused.
 */
export async function finishSignIn(deps: Deps, owner: OwnerId, parameters: URLSearchParams): Promise<string> {
  return deps.toolSignIns.finish(owner, parameters)
}
