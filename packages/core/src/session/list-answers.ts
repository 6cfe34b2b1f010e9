import { type Database, listRatedAnswers, type OwnerId, type RatedAnswer } from '@parley/db'
import { requireSession } from './get-session.ts'

type Deps = { readonly db: Database }

/**
 * Returns the answers of a session with their runs and ratings, in order. Answers whose run was deleted are left out.
 * Throws `not_found`.
 */
export async function listAnswers(deps: Deps, owner: OwnerId, sessionId: string): Promise<RatedAnswer[]> {
  await requireSession(deps, owner, sessionId)
  return listRatedAnswers(deps.db, owner, sessionId)
}
