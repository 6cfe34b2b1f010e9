import { type Database, listNewestMessages, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { findAnswerPlace } from './find-answer-place.ts'

type Deps = { readonly db: Database }

/** Returns the question of a stored response. Throws `not_found` for a missing one and for another user's. */
export async function getResponseInput(deps: Deps, owner: OwnerId, runId: string): Promise<string> {
  const { sessionId, sequence } = await findAnswerPlace(deps, owner, runId)
  const [question] = await listNewestMessages(deps.db, owner, { sessionId, limit: 1, before: sequence })
  if (question?.role === 'user') return question.content
  throw new AppError('not_found', 'There is no response with this id.')
}
