import { type Database, listBranches as findBranches, type OwnerId, type SessionBranch } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/** Returns the sessions of the chat that a session belongs to, oldest first, itself included. Throws `not_found`. */
export async function listBranches({ db }: Deps, owner: OwnerId, id: string): Promise<SessionBranch[]> {
  const branches = await findBranches(db, owner, id)
  if (branches.length === 0) throw new AppError('not_found', 'There is no session with this id.')
  return branches
}
