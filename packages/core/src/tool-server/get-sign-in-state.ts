import type { SignInState } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { ToolSignIns } from './tool-sign-ins.ts'

type Deps = { readonly toolSignIns: ToolSignIns }

/**
 * Returns whether a tool server needs this owner to sign in. Throws `not_found`, `upstream_failed`,
 * `upstream_timeout`.
 */
export async function getSignInState(deps: Deps, owner: OwnerId, toolServerId: string): Promise<SignInState> {
  return deps.toolSignIns.state(owner, toolServerId)
}
