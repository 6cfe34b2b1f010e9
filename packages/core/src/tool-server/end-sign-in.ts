import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'

/** Deletes the owner's tokens for a tool server. Does nothing when there are none. */
export async function endSignIn(deps: Deps, owner: OwnerId, toolServerId: string): Promise<void> {
  await deps.toolSignIns.end(owner, toolServerId)
}
