import { type Database, getRunEvidence as findEvidence, listRunArtifacts, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { type AnswerEvidence, readStoredEvidence } from './evidence.ts'

type Deps = { readonly db: Database }

const GONE = 'The whole result was deleted or has expired.'

/**
 * Returns which numbers of a run's answer its results prove; null when the run queried nothing or is under way. A result
 * whose file is gone says so. Throws `not_found` for a missing run and for another user's.
 */
export async function getRunEvidence(
  deps: Deps,
  owner: OwnerId,
  runId: string,
): Promise<AnswerEvidence | null> {
  const found = await findEvidence(deps.db, owner, runId)
  if (!found) throw new AppError('not_found', 'There is no run with this id.')
  if (!found.evidence) return null
  const evidence = readStoredEvidence(found.evidence)
  if (!evidence.results.some(({ file }) => file)) return evidence
  const ids = new Set(await listRunArtifacts(deps.db, owner, runId))
  const results = evidence.results.map((result) => {
    const isGone = result.file && !ids.has(result.file.split('/')[1] ?? '')
    return isGone ? { ...result, file: null, note: GONE } : result
  })
  return { ...evidence, results }
}
