import type { Database, OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { getRun } from '../run/get-run.ts'
import type { TurnsInFlight } from '../run/turns-in-flight.ts'
import { deleteSession } from '../session/delete-session.ts'
import { listNewestRuns } from './get-response.ts'

type Deps = { readonly db: Database; readonly turns: TurnsInFlight }

/**
 * Deletes a response with its conversation. Throws `conflict` for a response that is one of several of a conversation,
 * because the others depend on it, and `not_found`.
 */
export async function deleteResponse(deps: Deps, owner: OwnerId, runId: string): Promise<void> {
  const { sessionId } = await getRun(deps, owner, runId)
  const runs = await listNewestRuns(deps, owner, sessionId)
  if (runs.length === 1) return deleteSession(deps, owner, { id: sessionId })
  throw new AppError(
    'conflict',
    `This response is part of a conversation. Delete the whole conversation: DELETE /chat/session/${sessionId}.`,
  )
}
