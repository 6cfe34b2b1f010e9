import type { OwnerId } from '@parley/domain'

export type { OwnerId } from '@parley/domain'

/** Owner of the operator's templates. Every user may read them by id; no user can sign in as this owner. */
// A brand mint: the first migration inserts this row.
export const DEFAULT_OWNER = '00000000-0000-0000-0000-000000000000' as OwnerId

/** The columns of a record's owner; `shownOwner` converts them to `userId`. */
export type OwnerColumns = { readonly ownerId: string; readonly walletAddress: string | null }

/** The Prisma selection of a record's user for `shownOwner`. */
export const ownerFields = { select: { walletAddress: true } }

/**
 * Returns the owner of a record as the API shows it: `default` for the operator's templates, the wallet
 * address (EIP-55) of a user with a wallet, else the user's UUID. Source:
 * docs/spec/agent-service.md#values-user-id.
 */
export function shownOwner({ ownerId, walletAddress }: OwnerColumns): string {
  return ownerId === DEFAULT_OWNER ? 'default' : (walletAddress ?? ownerId)
}
