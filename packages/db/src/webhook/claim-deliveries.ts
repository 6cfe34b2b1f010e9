import type { JsonObject } from '@parley/domain'
import type { Database } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import { prepare } from '../statement.ts'

/** The oldest delivery of a webhook, which this process alone may send until the lease expires. */
export type ClaimedDelivery = {
  readonly webhookId: string
  readonly owner: OwnerId
  readonly url: string
  readonly secretCipher: Buffer
  /** Null when there is none that still signs. */
  readonly previousSecretCipher: Buffer | null
  /** Attempts that failed since the last success. */
  readonly failures: number
  /** Milliseconds since the first of them; 0 without failures. */
  readonly failingMs: number
  readonly deliveryId: string
  readonly event: string
  readonly data: JsonObject
  /** YYYY-MM-DDTHH:MM:SS.ffffff, UTC. */
  readonly createdAt: string
}

type ClaimLimits = { readonly limit: number; readonly mostPerUser: number }

export type Lease = { readonly leaseOwner: string; readonly leaseMs: number }

const claim = prepare('claim_webhooks')<
  [leaseOwner: string, leaseMs: number, limit: number, mostPerUser: number],
  { webhookId: string }
>(`
  with taken as (
    select user_id, count(*)::int as webhooks from webhooks where lease_expires_at > clock_timestamp() group by user_id
  ), ranked as (
    select w.id, coalesce(t.webhooks, 0) + row_number() over (partition by w.user_id order by w.retry_at) as turn
    from webhooks w left join taken t on t.user_id = w.user_id
    where w.is_enabled and w.retry_at <= clock_timestamp()
      and (w.lease_expires_at is null or w.lease_expires_at <= clock_timestamp())
      and exists (select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending')
  ), due as (
    select w.id from webhooks w join ranked r on r.id = w.id
    where r.turn <= $4 and (w.lease_expires_at is null or w.lease_expires_at <= clock_timestamp())
    order by r.turn, w.retry_at limit $3 for no key update of w skip locked
  )
  update webhooks set lease_owner = $1, lease_expires_at = clock_timestamp() + $2 * interval '1 millisecond'
  from due where webhooks.id = due.id returning webhooks.id as "webhookId"
`)

// A second statement, whose snapshot includes what the process before this one recorded.
const selectClaimed = prepare('select_claimed_deliveries')<
  [webhookIds: string[], leaseOwner: string],
  ClaimedDelivery
>(`
  select w.id as "webhookId", w.user_id as owner, w.url, w.secret_cipher as "secretCipher",
    case when w.previous_secret_expires_at > clock_timestamp() then w.previous_secret_cipher end
      as "previousSecretCipher",
    w.failures, coalesce(extract(epoch from clock_timestamp() - w.failing_since) * 1000, 0)::float8 as "failingMs",
    d.id as "deliveryId", d.event, d.data, d.created_at as "createdAt"
  from webhooks w, lateral (
    select id, event, data, created_at from webhook_deliveries
    where webhook_id = w.id and status = 'pending' order by position limit 1
  ) d
  where w.id = any($1::uuid[]) and w.lease_owner = $2
`)

const release = prepare('release_webhooks')<[webhookIds: string[], leaseOwner: string], object>(`
  update webhooks set lease_owner = null, lease_expires_at = null where id = any($1::uuid[]) and lease_owner = $2
`)

/**
 * Takes at most `limit` webhooks that have something to deliver and are not taken by another process, and returns the
 * oldest delivery of each. Users take turns, and all processes together take about `mostPerUser` webhooks of a user.
 */
export async function claimDeliveries(
  db: Database,
  { leaseOwner, leaseMs, limit, mostPerUser }: Lease & ClaimLimits,
): Promise<ClaimedDelivery[]> {
  const webhookIds = (await claim(db.pool, [leaseOwner, leaseMs, limit, mostPerUser])).map(
    ({ webhookId }) => webhookId,
  )
  if (webhookIds.length === 0) return []
  const claimed = await selectClaimed(db.pool, [webhookIds, leaseOwner])
  const found = new Set(claimed.map(({ webhookId }) => webhookId))
  const empty = webhookIds.filter((id) => !found.has(id))
  if (empty.length > 0) await release(db.pool, [empty, leaseOwner])
  return claimed
}

export type AttemptResult = {
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly replyStatus: number | null
  readonly failure: string | null
  /** Milliseconds before the next attempt of this webhook. */
  readonly retryMs: number
  /** Disables the webhook, for this reason. */
  readonly disabledReason: string | null
}

const record = prepare('record_webhook_attempt')<
  [
    webhookId: string,
    leaseOwner: string,
    deliveryId: string,
    status: string,
    replyStatus: number | null,
    failure: string | null,
    retryMs: number,
    disabledReason: string | null,
  ],
  object
>(`
  with webhook as (
    update webhooks set lease_owner = null, lease_expires_at = null,
      failures = case when $4 = 'delivered' then 0 else failures + 1 end,
      failing_since = case when $4 = 'delivered' then null else coalesce(failing_since, clock_timestamp()) end,
      retry_at = clock_timestamp() + $7 * interval '1 millisecond',
      is_enabled = is_enabled and $8::text is null,
      disabled_reason = coalesce($8::text, disabled_reason)
    where id = $1 and lease_owner = $2 returning id
  )
  update webhook_deliveries d set status = $4, attempts = d.attempts + 1, reply_status = $5, failure = $6,
    attempted_at = iso_now()
  from webhook where d.id = $3 and d.webhook_id = webhook.id
`)

/** Stores what became of a claimed delivery and releases its webhook. Does nothing when the lease was lost. */
export async function recordAttempt(
  db: Database,
  { webhookId, deliveryId }: Pick<ClaimedDelivery, 'webhookId' | 'deliveryId'>,
  { leaseOwner, ...result }: AttemptResult & Pick<Lease, 'leaseOwner'>,
): Promise<void> {
  const { status, replyStatus, failure, retryMs, disabledReason } = result
  await record(db.pool, [
    webhookId,
    leaseOwner,
    deliveryId,
    status,
    replyStatus,
    failure,
    retryMs,
    disabledReason,
  ])
}
