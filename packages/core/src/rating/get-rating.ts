import { type Database, getRating as findRating, type OwnerId, type StoredRating } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/** Returns the rating of an answer. Throws `not_found` for a run without one and for another user's. */
export async function getRating(deps: Deps, owner: OwnerId, runId: string): Promise<StoredRating> {
  const rating = await findRating(deps.db, owner, runId)
  if (!rating) throw missingRating()
  return rating
}

/** The failure of a run without a rating. */
export function missingRating(): AppError {
  return new AppError('not_found', 'There is no rating of a run with this id.')
}
