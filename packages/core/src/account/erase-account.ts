import { type Database, getUser } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Caller } from '../auth/authenticate.ts'
import type { DataDeps } from '../data-source/data-deps.ts'
import { eraseUser } from '../erasure/erase-user.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

type Deps = {
  readonly db: Database
  readonly data: Pick<DataDeps, 'homeOf'>
  readonly now: () => Date
}

/**
 * Begins to erase the caller's account, as `eraseUser` does. `name` repeats the caller's `user_id`, so that no account
 * is erased by mistake. Throws `invalid_request` for another name, and as `requireFreshSignIn` and `eraseUser` do.
 */
export async function eraseAccount(deps: Deps, caller: Caller, name: string): Promise<string> {
  requireFreshSignIn(deps, caller)
  const user = await getUser(deps.db, caller.owner)
  const own = user?.walletAddress ?? caller.owner
  if (name.toLowerCase() !== own.toLowerCase())
    throw new AppError('invalid_request', 'user_id: must be that of your account, to confirm.')
  return eraseUser(deps, caller.owner, 'person')
}
