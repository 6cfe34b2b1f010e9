import { type Database, type OwnerId, acceptInvitation as useInvitation } from '@parley/db'
import { AppError } from '@parley/errors'
import { digestInvitation } from '../secrets/invitation-token.ts'

type Deps = { readonly db: Database }

/**
 * Makes the caller an administrator by an invitation for administrators, and uses it up. Throws `not_found` when it
 * is unknown, used or expired, and when it invites a member: the caller is one already.
 */
export async function acceptInvitation(deps: Deps, owner: OwnerId, token: string): Promise<void> {
  if (await useInvitation(deps.db, owner, digestInvitation(token))) return
  const sentence = 'This invitation was used, has expired, or gives you nothing that you do not have.'
  throw new AppError('not_found', sentence)
}
