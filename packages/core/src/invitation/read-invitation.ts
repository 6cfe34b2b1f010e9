import { findOpenInvitation } from '@parley/db'
import type { Role } from '@parley/domain'
import { AppError } from '@parley/errors'
import { type AdmissionPolicy, isByInvitation } from '../admission/admission-policy.ts'
import { countSignIn, type SignInDeps } from '../auth/count-sign-in.ts'
import { digestInvitation } from '../secrets/invitation-token.ts'

type Deps = SignInDeps & { readonly admission: AdmissionPolicy }

/** What an invitation gives. */
export type ReadInvitation = {
  readonly role: Role
  readonly expiresAt: Date
  /** Whether a person without an account gets one with it now. */
  readonly admits: boolean
}

/**
 * Returns the role that an invitation gives, for the person who holds its token. Throws `not_found` when it is
 * unknown, used or expired, and `rate_limited`.
 */
export async function readInvitation(
  deps: Deps,
  { token, clientAddress }: { readonly token: string; readonly clientAddress: string | null },
): Promise<ReadInvitation> {
  await countSignIn(deps, { clientAddress, wallet: null })
  const invitation = await findOpenInvitation(deps.db, digestInvitation(token))
  if (invitation) {
    const { role, expiresAt, isFirst } = invitation
    return { role, expiresAt, admits: isFirst || isByInvitation(deps.admission) }
  }
  throw new AppError(
    'not_found',
    'This invitation was used or has expired. Ask an administrator for a new one.',
  )
}
