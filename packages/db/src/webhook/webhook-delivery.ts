import type { JsonObject } from '@parley/domain'
import type { Database } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import { prepare } from '../statement.ts'

/** `pending` until it is delivered. `failed` when the receiver refused it for good, and for a test. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

export type StoredDelivery = {
  readonly id: string
  readonly event: string
  readonly data: JsonObject
  readonly status: DeliveryStatus
  readonly attempts: number
  /** HTTP status of the last reply; null when there was none. */
  readonly replyStatus: number | null
  /** Why the last attempt failed, in a sentence. */
  readonly failure: string | null
  /** YYYY-MM-DDTHH:MM:SS.ffffff, UTC. */
  readonly createdAt: string
  readonly attemptedAt: string | null
}

/** A delivery in the order of its webhook. */
export type ListedDelivery = StoredDelivery & { readonly position: bigint }

type Wanted = {
  readonly webhookId: string
  readonly status?: DeliveryStatus
  readonly limit: number
  /** Only deliveries before this position. */
  readonly before?: bigint
}

/** Lists deliveries of a webhook, newest first. Returns none for another user's webhook. */
export async function listDeliveries(
  db: Database,
  owner: OwnerId,
  { webhookId, status, limit, before }: Wanted,
): Promise<ListedDelivery[]> {
  const rows = await db.prisma.webhookDelivery.findMany({
    where: {
      webhookId,
      webhook: { userId: owner },
      ...(status !== undefined && { status }),
      ...(before !== undefined && { position: { lt: before } }),
    },
    omit: { webhookId: true },
    orderBy: { position: 'desc' },
    take: limit,
  })
  // Only the statements of this folder write the status and the data.
  return rows as ListedDelivery[]
}

/** Stores a delivery that was attempted already. Does nothing when the webhook is missing or another user's. */
export async function recordTestDelivery(
  db: Database,
  owner: OwnerId,
  {
    webhookId,
    id,
    event,
    data,
    status,
    replyStatus,
    failure,
  }: Omit<StoredDelivery, 'attempts' | 'createdAt' | 'attemptedAt'> & { readonly webhookId: string },
): Promise<void> {
  await insertTested(db.pool, [
    owner,
    webhookId,
    id,
    event,
    JSON.stringify(data),
    status,
    replyStatus,
    failure,
  ])
}

type TestedValues = [
  owner: OwnerId,
  webhookId: string,
  id: string,
  event: string,
  data: string,
  status: DeliveryStatus,
  replyStatus: number | null,
  failure: string | null,
]

const insertTested = prepare('insert_tested_delivery')<TestedValues, object>(`
  with webhook as (select id from webhooks where id = $2 and user_id = $1 for key share)
  insert into webhook_deliveries (id, webhook_id, event, data, status, attempts, reply_status, failure, attempted_at)
  select $3, id, $4, $5::json, $6, 1, $7, $8, iso_now() from webhook
`)

const replay = prepare('replay_webhook_delivery')<
  [owner: OwnerId, webhookId: string, deliveryId: string],
  { isEnabled: boolean; isFound: boolean }
>(`
  with webhook as (
    update webhooks set retry_at = clock_timestamp() where id = $2 and user_id = $1 returning id, is_enabled
  ), replayed as (
    update webhook_deliveries d set status = 'pending' from webhook
    where d.id = $3 and d.webhook_id = webhook.id and webhook.is_enabled
    returning d.id
  )
  select is_enabled as "isEnabled", exists (select from webhook_deliveries d where d.id = $3 and d.webhook_id = $2)
    as "isFound" from webhook
`)

/** Makes a delivery pending again, and due now. It comes before all later ones. */
export async function replayDelivery(
  db: Database,
  owner: OwnerId,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<'pending' | 'missing' | 'disabled'> {
  const [row] = await replay(db.pool, [owner, webhookId, deliveryId])
  if (!row?.isFound) return 'missing'
  return row.isEnabled ? 'pending' : 'disabled'
}
