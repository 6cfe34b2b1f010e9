import { randomUUID } from 'node:crypto'
import {
  type Database,
  getWebhookSecrets,
  type ListedDelivery,
  type OwnerId,
  recordTestDelivery,
} from '@parley/db'
import type { Cipher } from '../secrets/cipher.ts'
import { type ReportLimit, takeFromLimit } from '../usage/take-from-limit.ts'
import { type PostWebhook, sendDelivery } from './send-delivery.ts'
import { missingWebhook, webhookPlace } from './webhook.ts'

/** Tests of one user: at most ten at once, and then one every six seconds. */
const TESTS = { perSecond: 1 / 6, burst: 10 }

type Deps = {
  readonly db: Database
  readonly reportLimit: ReportLimit
  readonly cipher: Cipher
  readonly postWebhook: PostWebhook
  readonly origin: string
  readonly now: () => Date
}

/** A test as the list of deliveries shows it. */
export type TestedDelivery = Omit<ListedDelivery, 'position'>

/**
 * Sends a test event at once, whether or not the webhook is enabled, and records it. Returns how it was answered. Throws
 * `not_found` for a missing webhook and for another user's, `rate_limited` after too many tests.
 */
export async function testWebhook(deps: Deps, owner: OwnerId, webhookId: string): Promise<TestedDelivery> {
  const stored = await getWebhookSecrets(deps.db, owner, webhookId)
  if (!stored) throw missingWebhook()
  await takeFromLimit(deps, {
    ...TESTS,
    name: 'webhook-tests',
    bucket: `webhook-test:${owner}`,
    refusal: 'You have sent too many test events; wait a few seconds.',
  })
  const place = webhookPlace(webhookId, owner)
  const secrets = stored.ciphers.map((cipher) => deps.cipher.decrypt(cipher, place))
  const id = randomUUID()
  const timestamp = deps.now().toISOString()
  const event = 'webhook.test'
  const data = { webhook_id: webhookId }
  const attempt = await sendDelivery(deps, { id, url: stored.url, secrets, event, data, timestamp })
  const status = attempt.outcome === 'delivered' ? ('delivered' as const) : ('failed' as const)
  const { replyStatus, failure } = attempt
  const delivery = { id, event, data, status, replyStatus, failure }
  await recordTestDelivery(deps.db, owner, { ...delivery, webhookId })
  const createdAt = timestamp.slice(0, -1)
  return { ...delivery, attempts: 1, createdAt, attemptedAt: createdAt }
}
