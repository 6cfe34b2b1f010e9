import { randomUUID } from 'node:crypto'
import {
  type Database,
  createWebhook as insertWebhook,
  type OwnerId,
  type StoredWebhook,
  type WebhookEvent,
} from '@parley/db'
import type { Secret } from '@parley/domain'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { type CheckWebhookUrl, mintWebhookSecret, webhookPlace } from './webhook.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly limits: QuotaLimits
  readonly checkWebhookUrl: CheckWebhookUrl
}

type NewWebhook = { readonly name: string; readonly url: string; readonly events: WebhookEvent[] }

/** Adds a webhook. Only the return value shows its secret. Throws `invalid_request` for an address that is not allowed, `conflict` over the quota. */
export async function createWebhook(
  deps: Deps,
  owner: OwnerId,
  input: NewWebhook,
): Promise<{ readonly webhook: StoredWebhook; readonly secret: Secret }> {
  deps.checkWebhookUrl(input.url)
  await requireRoom(deps, owner, 'webhooks')
  const id = randomUUID()
  const secret = mintWebhookSecret()
  const secretCipher = deps.cipher.encrypt(secret, webhookPlace(id, owner))
  return { webhook: await insertWebhook(deps.db, owner, { ...input, id, secretCipher }), secret }
}
