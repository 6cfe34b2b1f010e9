import { type Database, listInvitations as findInvitations, type Invitation, type OwnerId } from '@parley/db'
import { TIME, UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'

type Deps = { readonly db: Database }

/**
 * Returns a page of the invitations of all administrators, newest first, without their links. Used and expired ones are
 * included. Throws `invalid_request` for a text that is not the cursor of this list.
 */
export async function listInvitations(
  { db }: Deps,
  owner: OwnerId,
  request: PageRequest,
): Promise<Page<Invitation>> {
  return await readPage({
    list: { name: 'invitation.list', owner, filter: {} },
    request,
    forms: [TIME, UUID],
    placeOf: ({ createdAt, id }) => [createdAt, id],
    read: (limit, behind) =>
      findInvitations(db, { limit, ...(behind && { behind: { createdAt: behind[0], id: behind[1] } }) }),
  })
}
