import { type Database, listUsers as findUsers, type ListedUser, type UserPlace } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

export type UserPage = {
  readonly users: readonly ListedUser[]
  /** Where the next page begins; null after the last user. */
  readonly nextCursor: string | null
}

/**
 * Returns a page of the people of this service, newest first, with the proofs they sign in with. Throws
 * `invalid_request` for a text that is no cursor.
 */
export async function listUsers(
  deps: Deps,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): Promise<UserPage> {
  const behind = cursor === undefined ? undefined : readCursor(cursor)
  // One user more tells whether there is a next page.
  const found = await findUsers(deps.db, { limit: limit + 1, ...(behind && { behind }) })
  const users = found.slice(0, limit)
  const last = users.at(-1)
  return { users, nextCursor: last && found.length > limit ? writeCursor(last) : null }
}

function writeCursor({ createdAt, owner }: ListedUser): string {
  return Buffer.from(`${createdAt} ${owner}`).toString('base64url')
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}) ([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

function readCursor(cursor: string): UserPlace {
  const [, createdAt, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt === undefined || id === undefined)
    throw new AppError('invalid_request', 'cursor: must be the next_cursor of the page before.')
  return { createdAt, id }
}
