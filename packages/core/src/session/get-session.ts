import {
  type Database,
  getSession as findSession,
  listMessages,
  type OwnerId,
  type Session,
  type StoredMessage,
} from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

export type SessionWithMessages = Session & { readonly messages: readonly StoredMessage[] }

/**
 * Returns a session with its whole history in order. Throws `not_found` for a missing session and for another
 * user's.
 */
export async function getSession(
  deps: Deps,
  owner: OwnerId,
  sessionId: string,
): Promise<SessionWithMessages> {
  const session = await requireSession(deps, owner, sessionId)
  return { ...session, messages: await listMessages(deps.db, owner, sessionId) }
}

/** Returns a session without its history. Throws `not_found` for a missing session and for another user's. */
export async function requireSession(deps: Deps, owner: OwnerId, sessionId: string): Promise<Session> {
  const session = await findSession(deps.db, owner, sessionId)
  if (!session) throw new AppError('not_found', 'There is no session with this id.')
  return session
}
