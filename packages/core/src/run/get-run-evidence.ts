import { type Database, getRunEvidence as findEvidence, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { type AnswerEvidence, readStoredEvidence } from './evidence.ts'

type Deps = { readonly db: Database }

/**
 * Returns which numbers of a run's answer its results prove; null when the run queried nothing or is under way. Throws
 * `not_found` for a missing run and for another user's.
 */
export async function getRunEvidence(
  deps: Deps,
  owner: OwnerId,
  runId: string,
): Promise<AnswerEvidence | null> {
  const found = await findEvidence(deps.db, owner, runId)
  if (!found) throw new AppError('not_found', 'There is no run with this id.')
  return found.evidence && readStoredEvidence(found.evidence)
}
