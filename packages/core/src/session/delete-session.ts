import { type Database, type OwnerId, deleteSession as removeSession } from '@parley/db'
import { AppError } from '@parley/errors'
import type { TurnsInFlight } from '../run/turns-in-flight.ts'

type Deps = { readonly db: Database; readonly turns: TurnsInFlight }

/**
 * Deletes a session with its history, and stops a turn that is under way. Its files leave the disk within a minute, or
 * when a backup that copies them has ended. Throws `not_found`.
 */
export async function deleteSession(deps: Deps, owner: OwnerId, sessionId: string): Promise<void> {
  const isDeleted = await removeSession(deps.db, owner, sessionId)
  if (!isDeleted) throw new AppError('not_found', 'There is no session with this id.')
  deps.turns.abandonSession(sessionId)
}
