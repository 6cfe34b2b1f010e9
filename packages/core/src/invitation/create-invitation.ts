import { type Database, type Invitation, type OwnerId, createInvitation as storeInvitation } from '@parley/db'
import type { Role } from '@parley/domain'
import { AppError } from '@parley/errors'
import { type AdmissionPolicy, isByInvitation } from '../admission/admission-policy.ts'
import { digestInvitation, linkOf, mintInvitation } from '../secrets/invitation-token.ts'

type Deps = { readonly db: Database; readonly origin: string; readonly admission: AdmissionPolicy }

export type InvitationRequest = { readonly role: Role; readonly note: string; readonly lifetimeMs: number }

/**
 * Creates a link that admits one person. Only the return value contains it. Throws `forbidden` where the operator
 * admits no one by invitation.
 */
export async function createInvitation(
  deps: Deps,
  owner: OwnerId,
  request: InvitationRequest,
): Promise<{ readonly invitation: Invitation; readonly link: string }> {
  if (!isByInvitation(deps.admission)) {
    const sentence = 'Invitations are off. The operator can add invite to PARLEY_ADMIT.'
    throw new AppError('forbidden', sentence)
  }
  const token = mintInvitation()
  const digest = digestInvitation(token)
  const invitation = await storeInvitation(deps.db, { ...request, digest, createdBy: owner })
  return { invitation, link: linkOf(deps.origin, token) }
}
