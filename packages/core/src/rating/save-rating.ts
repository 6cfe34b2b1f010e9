import { type Database, type OwnerId, type StoredRating, saveRating as storeRating } from '@parley/db'
import { AppError } from '@parley/errors'
import { getRun } from '../run/get-run.ts'

type Deps = { readonly db: Database }

export type NewRating = Pick<StoredRating, 'runId' | 'verdict' | 'comment'>

/**
 * Rates the answer of a run; a second rating replaces the first. Throws `not_found`, and `conflict` while the run is under
 * way.
 */
export async function saveRating(deps: Deps, owner: OwnerId, rating: NewRating): Promise<StoredRating> {
  const { status } = await getRun(deps, owner, rating.runId)
  if (status === 'running')
    throw new AppError('conflict', 'This run is under way. Rate its answer when the run has ended.')
  const saved = await storeRating(deps.db, owner, rating)
  if (!saved) throw new AppError('not_found', 'There is no run with this id.')
  return saved
}
