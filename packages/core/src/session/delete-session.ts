import { type Database, type OwnerId, deleteSession as removeSession } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Blobs } from '../artifact/blobs.ts'
import type { TurnsInFlight } from '../run/turns-in-flight.ts'

type Deps = { readonly db: Database; readonly turns: TurnsInFlight; readonly blobs: Blobs }

/** Deletes a session with its history and files, and stops a turn that is under way. Throws `not_found`. */
export async function deleteSession(deps: Deps, owner: OwnerId, sessionId: string): Promise<void> {
  const { deleted, artifactPaths } = await removeSession(deps.db, owner, sessionId)
  if (!deleted) throw new AppError('not_found', 'There is no session with this id.')
  deps.turns.abandonSession(sessionId)
  await Promise.all(artifactPaths.map((path) => deps.blobs.remove(path)))
}
