import { type Database, listNewestMessages, type OwnerId, type Session, type StoredMessage } from '@parley/db'
import { INTEGER } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'
import { requireSession } from './get-session.ts'

type Deps = { readonly db: Database }

/**
 * Returns a session with a page of its messages, newest first. Throws `not_found` for a missing session and for
 * another user's, and `invalid_request` for a text that is not a cursor of this session.
 */
export async function getSessionPage(
  deps: Deps,
  owner: OwnerId,
  { id, ...request }: PageRequest & { readonly id: string },
): Promise<Page<StoredMessage> & { readonly session: Session }> {
  const session = await requireSession(deps, owner, id)
  const page = await readPage({
    list: { name: 'session.get', owner, filter: { id } },
    request,
    forms: [INTEGER],
    placeOf: ({ sequence }: StoredMessage) => [String(sequence)],
    read: (limit, behind) =>
      listNewestMessages(deps.db, owner, {
        sessionId: id,
        limit,
        ...(behind && { before: Number(behind[0]) }),
      }),
  })
  return { session, ...page }
}
