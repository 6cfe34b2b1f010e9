import { type Database, type OwnerId, deleteSession as removeSession } from '@parley/db'
import { AppError } from '@parley/errors'
import type { TurnsInFlight } from '../run/turns-in-flight.ts'

type Deps = { readonly db: Database; readonly turns: TurnsInFlight }

/**
 * Deletes a session with its history, or with `isWholeTree` every branch of its chat, and stops turns that are under
 * way. Files leave the disk within a minute, or when a backup that copies them has ended. A remaining branch keeps the
 * runs of the answers that it shows. Throws `not_found`.
 */
export async function deleteSession(
  deps: Deps,
  owner: OwnerId,
  session: { readonly id: string; readonly isWholeTree?: boolean },
): Promise<void> {
  const deleted = await removeSession(deps.db, owner, session)
  if (deleted.length === 0) throw new AppError('not_found', 'There is no session with this id.')
  for (const id of deleted) deps.turns.abandonSession(id)
}
