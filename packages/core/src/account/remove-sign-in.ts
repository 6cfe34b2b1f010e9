import { type Database, endSessions, removeSignIn as removeProof } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Caller } from '../auth/authenticate.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

type Deps = { readonly db: Database; readonly now: () => Date }

/**
 * Removes a proof from the caller's account, and ends the other sessions: one of them may have begun with this proof.
 * Throws `not_found` for a missing one and for another user's, and `conflict` for the last one.
 */
export async function removeSignIn(deps: Deps, caller: Caller, id: string): Promise<void> {
  requireFreshSignIn(deps, caller)
  const outcome = await removeProof(deps.db, caller.owner, id)
  if (outcome === 'missing') throw new AppError('not_found', 'This account has no way to sign in of this id.')
  if (outcome === 'last')
    throw new AppError('conflict', 'This is the last way to sign in to this account. Add another one first.')
  const keptTokenId = caller.kind === 'person' ? caller.tokenId : null
  await endSessions(deps.db, caller.owner, { before: new Date(), keptTokenId })
}
