import type { Database } from './database.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

const insertRevocation = prepare<[tokenId: string, expiresAt: Date], object>(
  'revoke_access_token',
  `insert into revoked_access_tokens (token_id, expires_at) values ($1, $2) on conflict (token_id) do nothing`,
)

const selectOwner = prepare<[tokenId: string, userId: string], { owner: OwnerId }>(
  'select_token_owner',
  `select id as owner from users where id = $2 and id <> '${DEFAULT_OWNER}'
     and not exists (select from revoked_access_tokens where token_id = $1)`,
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
  const [row] = await selectOwner(db.pool, [tokenId, userId])
  return row?.owner ?? null
}
