import {
  type Database,
  findSessions,
  listSessions,
  type OwnerId,
  type Session,
  type SessionSort,
} from '@parley/db'
import { TIME, UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'

type Deps = { readonly db: Database }

export type SessionPageWanted = PageRequest & {
  /** Words of the name or of a message. */
  readonly text?: string
  readonly agentId?: string
  readonly sort: SessionSort
}

/**
 * Returns a page of the owner's sessions: newest first, or those with the newest message first. A session that gets a
 * message between two calls may be on two pages or none of the second order. Throws `invalid_request` for a text that
 * is not the cursor of this list.
 */
export async function listSessionPage(
  { db }: Deps,
  owner: OwnerId,
  { text, agentId, sort, ...request }: SessionPageWanted,
): Promise<Page<Session>> {
  const filter = { sort, ...(agentId !== undefined && { agentId }) }
  return await readPage({
    list: { name: 'session.list', owner, filter: { ...filter, text } },
    request,
    forms: [TIME, UUID],
    placeOf: ({ id, createdAt, lastActiveAt }) => [sort === 'created' ? createdAt : lastActiveAt, id],
    read: (limit, behind) => {
      const wanted = { ...filter, limit, ...(behind && { behind: { at: behind[0], id: behind[1] } }) }
      return text === undefined
        ? listSessions(db, owner, wanted)
        : findSessions(db, owner, { ...wanted, text })
    },
  })
}
