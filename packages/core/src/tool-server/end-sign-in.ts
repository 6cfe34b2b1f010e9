import type { OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'

/** Forgets the owner's tokens for a tool server; nothing happens where there are none. */
export async function endSignIn(deps: Deps, owner: OwnerId, toolServerId: string): Promise<void> {
  await deps.toolSignIns.end(owner, toolServerId)
}
