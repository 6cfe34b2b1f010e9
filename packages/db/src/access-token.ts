import type { Role } from '@parley/domain'
import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

export type TokenOwner = { readonly owner: OwnerId; readonly role: Role }

const insertRevocation = prepare('revoke_access_token')<[tokenId: string, expiresAt: Date], object>(
  `insert into revoked_access_tokens (token_id, expires_at) values ($1, $2) on conflict (token_id) do nothing`,
)

const findOwner = prepareLookup('find_token_owners')<[tokenId: string, userId: string], TokenOwner>(`
  select asked.position::int, u.id as owner, u.role
  from unnest($1::text[], $2::uuid[]) with ordinality as asked (token_id, user_id, position)
    join users u on u.id = asked.user_id
  where u.id <> '${DEFAULT_OWNER}' and u.disabled_at is null
    and not exists (select from revoked_access_tokens r where r.token_id = asked.token_id)
`)

/** Revokes a token by its `jti`, effective when this returns. The revocation is kept until the token expires. */
export async function revokeAccessToken(
  db: Database,
  { tokenId, expiresAt }: { tokenId: string; expiresAt: Date },
): Promise<void> {
  await insertRevocation(db.pool, [tokenId, expiresAt])
}

/**
 * Returns the owner of a verified token; null when the token was revoked, or the user is disabled or does not exist. `userId` is the
 * token's `sub` and must be a UUID; the caller has checked signature and times.
 */
export async function findTokenOwner(
  db: Database,
  { tokenId, userId }: { tokenId: string; userId: string },
): Promise<TokenOwner | null> {
  return findOwner(db, [tokenId, userId])
}
