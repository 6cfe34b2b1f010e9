import type { OwnLimits, Role } from '@parley/domain'
import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { prepare, rowsOf } from './statement.ts'

export type TokenOwner = {
  readonly owner: OwnerId
  readonly role: Role
  /** Null where the limits of every user apply. */
  readonly ownLimits: OwnLimits | null
}

const insertRevocation = prepare('revoke_access_token')<[tokenId: string, expiresAt: Date], object>(
  `insert into revoked_access_tokens (token_id, expires_at) values ($1, $2) on conflict (token_id) do nothing`,
)

const findOwner = prepareLookup('find_token_owners')<
  [tokenId: string, userId: string, issuedAtMs: number],
  TokenOwner
>(`
  select asked.position::int, u.id as owner, u.role, u.limits as "ownLimits"
  from ${rowsOf('$1::text[], $2::uuid[], $3::float8[]')} with ordinality as asked (token_id, user_id, issued_at_ms, position)
    join users u on u.id = asked.user_id
  where u.id <> '${DEFAULT_OWNER}' and u.disabled_at is null
    and (u.sessions_from is null or asked.token_id = u.kept_token_id
      or asked.issued_at_ms >= extract(epoch from u.sessions_from) * 1000)
    and not exists (select from revoked_access_tokens r where r.token_id = asked.token_id)
`)

/** Revokes a token by its `jti`, effective when this returns. The revocation is kept until the token expires. */
export async function revokeAccessToken(
  db: Database,
  { tokenId, expiresAt }: { tokenId: string; expiresAt: Date },
): Promise<void> {
  await insertRevocation(db.pool, [tokenId, expiresAt])
}

const moveSessions = prepare('end_sessions')<
  [owner: OwnerId, from: Date, keptTokenId: string | null],
  object
>(`update users set sessions_from = $2, kept_token_id = $3 where id = $1`)

/** Refuses the tokens of a user that were signed before a time, except one, effective when this returns. */
export async function endSessions(
  db: Database,
  owner: OwnerId,
  { before, keptTokenId }: { readonly before: Date; readonly keptTokenId: string | null },
): Promise<void> {
  await moveSessions(db.pool, [owner, before, keptTokenId])
}

/**
 * Returns the owner of a verified token; null when the token is revoked or was signed before the user's sessions were
 * ended, and when the user is disabled or does not exist. `userId` is the token's `sub` and must be a UUID; the caller
 * has checked signature and times.
 */
export async function findTokenOwner(
  db: Database,
  { tokenId, userId, issuedAt }: { tokenId: string; userId: string; issuedAt: Date },
): Promise<TokenOwner | null> {
  return findOwner(db, [tokenId, userId, issuedAt.getTime()])
}
