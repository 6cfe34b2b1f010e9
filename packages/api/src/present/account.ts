import type { OPERATIONS, OutputOf } from '@parley/contract'
import type { OwnAccount } from '@parley/core'

/** An account in wire form, as its owner sees it. */
export function presentAccount(own: OwnAccount): OutputOf<typeof OPERATIONS.account.get> {
  return {
    parley_uuid: own.owner,
    user_id: own.walletAddress ?? own.owner,
    role: own.role,
    created_at: own.createdAt,
    signed_in_at: own.signedInAt.toISOString(),
    sign_ins: own.signIns.map(({ id, kind, issuer, label, createdAt, lastUsedAt }) => ({
      sign_in_id: id,
      kind,
      issuer,
      label,
      created_at: createdAt,
      last_used_at: lastUsedAt,
    })),
    recovery_codes: { left: own.recoveryCodes.left, created_at: own.recoveryCodes.createdAt },
    offers_passkeys: own.offersPasskeys,
  }
}
