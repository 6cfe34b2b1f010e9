import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

const insertRevocation = prepare<[tokenId: string, expiresAt: Date], object>(
  'revoke_access_token',
  `insert into revoked_access_tokens (token_id, expires_at) values ($1, $2) on conflict (token_id) do nothing`,
)

const findOwner = prepareLookup<[tokenId: string, userId: string], { owner: OwnerId }>(
  'find_token_owners',
  `select asked.position::int, u.id as owner
   from unnest($1::text[], $2::uuid[]) with ordinality as asked (token_id, user_id, position)
     join users u on u.id = asked.user_id
   where u.id <> '${DEFAULT_OWNER}'
     and not exists (select from revoked_access_tokens r where r.token_id = asked.token_id)`,
)

/** Revokes a token by its `jti`, effective when this returns. Remembered until the token's own end. */
export async function revokeAccessToken(
  db: Database,
  { tokenId, expiresAt }: { tokenId: string; expiresAt: Date },
): Promise<void> {
  await insertRevocation(db.pool, [tokenId, expiresAt])
}

/**
 * Gives the owner that a verified token stands for; null when the token was revoked or the user is gone.
 * `userId` is the token's `sub` and must be a UUID; the caller has checked signature and times.
 */
export async function findTokenOwner(
  db: Database,
  { tokenId, userId }: { tokenId: string; userId: string },
): Promise<OwnerId | null> {
  const row = await findOwner(db, [tokenId, userId])
  return row?.owner ?? null
}
