import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const deleteRows = prepare('delete_expired_rows')<[], { rows: number }>(`
  with challenges as (delete from wallet_challenges where expires_at <= now() returning 1),
    pending as (delete from pending_sign_ins where expires_at <= now() returning 1),
    spent as (delete from spent_challenges where expires_at <= now() returning 1),
    tokens as (delete from revoked_access_tokens where expires_at <= now() returning 1),
    waits as (delete from approvals where expires_at <= now() returning 1),
    keys as (delete from idempotency_keys where expires_at <= now() returning 1),
    buckets as (delete from rate_buckets where full_at <= now() - interval '1 minute' returning 1),
    events as (delete from run_events using runs where runs.id = run_events.run_id and runs.status <> 'running'
      and stored_at <= now() - interval '1 hour' returning 1),
    deliveries as (delete from webhook_deliveries where created_at <= to_char(timezone('utc', now()) - interval '30 days',
      'YYYY-MM-DD"T"HH24:MI:SS.US') returning 1)
  select ((select count(*) from challenges) + (select count(*) from pending) + (select count(*) from spent) + (select count(*) from tokens) + (select count(*) from keys)
    + (select count(*) from waits) + (select count(*) from buckets) + (select count(*) from events)
    + (select count(*) from deliveries))::int as rows
`)

/**
 * Deletes expired and spent challenges, expired sign-ins, revocations of expired tokens, idempotency keys, abandoned
 * approvals, full rate buckets, events of ended runs after an hour, and deliveries of webhooks after 30 days. Returns the
 * number of deleted rows. Every replica calls it every few minutes.
 */
export async function deleteExpiredRows(db: Database): Promise<number> {
  const [deleted] = await deleteRows(db.pool, [])
  return deleted?.rows ?? 0
}
