import { type Database, listSessions as findSessions, type OwnerId, type Session } from '@parley/db'

type Deps = { readonly db: Database }

/** Returns all sessions of the owner, newest first. */
export async function listSessions({ db }: Deps, owner: OwnerId): Promise<Session[]> {
  return await findSessions(db, owner)
}
