import { type Database, listInvitations as findInvitations, type Invitation } from '@parley/db'

type Deps = { readonly db: Database }

/** Maximum invitations in a list. Older ones are used or expired. */
const LISTED = 200

/** Returns the newest invitations of all administrators, without their links. Used and expired ones are included. */
export async function listInvitations(deps: Deps): Promise<Invitation[]> {
  return findInvitations(deps.db, { limit: LISTED })
}
