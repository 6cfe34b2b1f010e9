import type { InvitationSummary } from '@parley/contract'
import type { Invitation } from '@parley/core'

/** An invitation in wire form, without its link. */
export function presentInvitation(invitation: Invitation): InvitationSummary {
  const { id, role, note, createdAt, createdBy, expiresAt, usedAt, usedBy } = invitation
  return {
    invitation_id: id,
    role,
    note,
    created_at: createdAt,
    created_by: createdBy,
    expires_at: expiresAt.toISOString(),
    used_at: usedAt,
    used_by: usedBy,
  }
}
