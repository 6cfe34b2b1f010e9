declare const ownerBrand: unique symbol

/**
 * The user whose rows a function reads or writes: the user's UUID. Only authentication yields one, so a
 * function that takes an OwnerId cannot be called before somebody has been authenticated.
 */
export type OwnerId = string & { readonly [ownerBrand]: true }

/** Owner of the operator's templates: everybody may read them by id, nobody logs in as it. */
// A brand mint: the first migration inserts this row.
export const DEFAULT_OWNER = '00000000-0000-0000-0000-000000000000' as OwnerId

/**
 * SQL for how a record names its owner, given the alias of the user's row: `default` for the operator's
 * templates, the wallet address (EIP-55) of a user that came by wallet, else the user's UUID.
 * Source: decisions, "Fields".
 */
export function shownOwner(user: string): string {
  return `case when ${user}.id = '${DEFAULT_OWNER}' then 'default' else coalesce(${user}.wallet_address, ${user}.id::text) end`
}
