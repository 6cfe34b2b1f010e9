import { type Database, type OwnerId, type StoredRating, saveRating as storeRating } from '@parley/db'
import { AppError } from '@parley/errors'
import { getRun } from '../run/get-run.ts'
import { suggestAskedAgain } from '../suggestion/suggest-asked-again.ts'
import { suggestCorrection } from '../suggestion/suggest-correction.ts'

type Deps = { readonly db: Database }

export type NewRating = Pick<StoredRating, 'runId' | 'verdict' | 'comment'> & {
  /** The correct statement, for an answer that is rated down. */
  readonly correctedStatement?: string
}

/**
 * Rates the answer of a run; a second rating replaces the first. A corrected statement, and one that replaces the
 * statement of an earlier answer, become suggestions that the owner may verify. Throws `not_found`, `conflict` while the
 * run is under way, and `invalid_request` for a corrected statement with the verdict `up`.
 */
export async function saveRating(
  deps: Deps,
  owner: OwnerId,
  { correctedStatement: statement, ...rating }: NewRating,
): Promise<StoredRating> {
  const { runId, verdict } = rating
  if (verdict === 'up' && statement !== undefined)
    throw new AppError(
      'invalid_request',
      'corrected_statement: is only for the verdict down. Leave it out, or set the verdict to down.',
    )
  const { status } = await getRun(deps, owner, runId)
  if (status === 'running')
    throw new AppError('conflict', 'This run is under way. Rate its answer when the run has ended.')
  const saved = await storeRating(deps.db, owner, rating)
  if (!saved) throw new AppError('not_found', 'There is no run with this id.')
  if (verdict === 'up') await suggestAskedAgain(deps, owner, runId)
  if (statement !== undefined) await suggestCorrection(deps, owner, { runId, statement })
  return saved
}
