import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

/** How many codes of a user were not used, and when the codes were made; null for none. */
export type RecoveryCodes = { readonly left: number; readonly createdAt: string | null }

const deleteCodes = prepare('delete_recovery_codes')<[owner: OwnerId], object>(
  `delete from recovery_codes where user_id = $1`,
)

const insertCodes = prepare('insert_recovery_codes')<[owner: OwnerId, digests: Buffer[]], object>(
  `insert into recovery_codes (user_id, digest) select $1, unnest($2::bytea[])`,
)

const lockOwner = prepare('lock_recovery_codes')<[owner: OwnerId], object>(
  `select id from users where id = $1 for update`,
)

const useCode = prepare('use_recovery_code')<[digest: Buffer], { owner: OwnerId }>(`
  update recovery_codes c set used_at = iso_now() from users u
  where c.digest = $1 and c.used_at is null and u.id = c.user_id and u.disabled_at is null
  returning c.user_id as owner
`)

const countCodes = prepare('count_recovery_codes')<[owner: OwnerId], RecoveryCodes>(`
  select count(*) filter (where used_at is null)::int as left, max(created_at) as "createdAt"
  from recovery_codes where user_id = $1
`)

/** Replaces all codes of a user, used ones too. */
export async function replaceRecoveryCodes(
  db: Database,
  owner: OwnerId,
  digests: readonly Buffer[],
): Promise<void> {
  await inTransaction(db, async (connection) => {
    await lockOwner(connection, [owner])
    await deleteCodes(connection, [owner])
    await insertCodes(connection, [owner, [...digests]])
  })
}

/** Uses a code up. Returns its user to one caller; null when it is unknown or used, or its user is disabled. */
export async function takeRecoveryCode(db: Database, digest: Buffer): Promise<OwnerId | null> {
  const [taken] = await useCode(db.pool, [digest])
  return taken?.owner ?? null
}

/** Counts the codes of a user. */
export async function countRecoveryCodes(db: Database, owner: OwnerId): Promise<RecoveryCodes> {
  const [counted] = await countCodes(db.pool, [owner])
  return counted ?? { left: 0, createdAt: null }
}
