import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const deleteRows = prepare<[], { rows: number }>(
  'delete_expired_rows',
  `with challenges as (delete from wallet_challenges where expires_at <= now() returning 1),
     tokens as (delete from revoked_access_tokens where expires_at <= now() returning 1),
     waits as (delete from approvals where expires_at <= now() returning 1),
     keys as (delete from idempotency_keys where expires_at <= now() returning 1),
     buckets as (delete from rate_buckets where full_at <= now() - interval '1 minute' returning 1)
   select ((select count(*) from challenges) + (select count(*) from tokens) + (select count(*) from keys)
     + (select count(*) from waits) + (select count(*) from buckets))::int as rows`,
)

/**
 * Deletes what has run out and is read by nobody: challenges, revocations of expired tokens, idempotency
 * keys, approvals nobody waits for, full buckets. Gives the number of rows. To be called every few minutes, on any replica.
 */
export async function deleteExpiredRows(db: Database): Promise<number> {
  const [deleted] = await deleteRows(db.pool, [])
  return deleted?.rows ?? 0
}
