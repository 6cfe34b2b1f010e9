import {
  type Database,
  findSessions,
  listRunningSessions,
  listSessions,
  type OwnerId,
  type Session,
  type SessionFilter,
  type SessionSort,
} from '@parley/db'
import { TIME, UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'

type Deps = { readonly db: Database }

export type SessionPageWanted = PageRequest & {
  /** Words of the name or of a message. */
  readonly text?: string
  readonly filter: SessionFilter
  readonly sort: SessionSort
}

/** A session of a page. */
export type ListedSession = Session & {
  /** Whether an answer is being written in it. */
  readonly isRunning: boolean
}

/**
 * Returns a page of the owner's sessions: newest first, or those with the newest message first. In the second order, a
 * session that gets a message between two calls may be on two pages or on none. Throws `invalid_request` for a text
 * that is not the cursor of this list.
 */
export async function listSessionPage(
  { db }: Deps,
  owner: OwnerId,
  { text, filter, sort, ...request }: SessionPageWanted,
): Promise<Page<ListedSession>> {
  const { rows, nextCursor } = await readPage({
    list: { name: 'session.list', owner, filter: { sort, ...filter, text } },
    request,
    forms: [TIME, UUID],
    placeOf: ({ id, createdAt, lastActiveAt }: Session) => [
      sort === 'created' ? createdAt : lastActiveAt,
      id,
    ],
    read: (limit, behind) => {
      const wanted = { ...filter, sort, limit, ...(behind && { behind: { at: behind[0], id: behind[1] } }) }
      return text === undefined
        ? listSessions(db, owner, wanted)
        : findSessions(db, owner, { ...wanted, text })
    },
  })
  const running = new Set(rows.length === 0 ? [] : await listRunningSessions(db, owner))
  return { rows: rows.map((row) => ({ ...row, isRunning: running.has(row.id) })), nextCursor }
}
