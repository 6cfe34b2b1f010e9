import type { OwnerId } from '@parley/db'
import type { ToolSignIns } from './tool-sign-ins.ts'

type Deps = { readonly toolSignIns: ToolSignIns }

/** Deletes the owner's tokens for a tool server. Does nothing when there are none. */
export async function endSignIn(deps: Deps, owner: OwnerId, toolServerId: string): Promise<void> {
  await deps.toolSignIns.end(owner, toolServerId)
}
