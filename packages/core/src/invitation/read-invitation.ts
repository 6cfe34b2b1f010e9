import { findOpenInvitation } from '@parley/db'
import type { Role } from '@parley/domain'
import { AppError } from '@parley/errors'
import { countSignIn, type SignInDeps } from '../auth/count-sign-in.ts'
import { digestInvitation } from '../secrets/invitation-token.ts'

/**
 * Returns the role that an invitation gives, for the person who holds its token. Throws `not_found` when it is
 * unknown, used or expired, and `rate_limited`.
 */
export async function readInvitation(
  deps: SignInDeps,
  { token, clientAddress }: { readonly token: string; readonly clientAddress: string | null },
): Promise<{ readonly role: Role; readonly expiresAt: Date }> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const invitation = await findOpenInvitation(deps.db, digestInvitation(token))
  if (invitation) return invitation
  throw new AppError(
    'not_found',
    'This invitation was used or has expired. Ask an administrator for a new one.',
  )
}
