import type { UserSummary } from '@parley/contract'
import type { ListedUser } from '@parley/core'

/** A person in wire form, as administrators see it. */
export function presentUser(user: ListedUser): UserSummary {
  return {
    parley_uuid: user.owner,
    user_id: user.walletAddress ?? user.owner,
    role: user.role,
    is_disabled: user.disabledAt !== null,
    admitted_by: user.admittedBy,
    created_at: user.createdAt,
    sign_ins: user.signIns.map(({ kind, issuer, label, lastUsedAt }) => ({
      kind,
      issuer,
      label,
      last_used_at: lastUsedAt,
    })),
  }
}
