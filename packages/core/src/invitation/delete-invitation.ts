import { type Database, deleteInvitation as removeInvitation } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/** Deletes an invitation, so that its link admits no person. Throws `not_found` for a missing one. */
export async function deleteInvitation(deps: Deps, id: string): Promise<void> {
  if (await removeInvitation(deps.db, id)) return
  throw new AppError('not_found', 'There is no invitation with this id.')
}
