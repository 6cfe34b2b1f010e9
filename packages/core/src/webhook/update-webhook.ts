import {
  updateWebhook as changeWebhook,
  type Database,
  type OwnerId,
  type StoredWebhook,
  type WebhookEvent,
} from '@parley/db'
import { type CheckWebhookUrl, missingWebhook } from './webhook.ts'

type Deps = { readonly db: Database; readonly checkWebhookUrl: CheckWebhookUrl }

type WebhookChange = {
  readonly id: string
  readonly name?: string
  readonly url?: string
  readonly events?: WebhookEvent[]
  readonly isEnabled?: boolean
}

/**
 * Changes the fields that were sent. A new address, and enabling the webhook, end its pause after failures. Throws
 * `not_found` for a missing webhook and for another user's, `invalid_request` for an address that is not allowed.
 */
export async function updateWebhook(
  deps: Deps,
  owner: OwnerId,
  change: WebhookChange,
): Promise<StoredWebhook> {
  if (change.url !== undefined) deps.checkWebhookUrl(change.url)
  const webhook = await changeWebhook(deps.db, owner, change)
  if (!webhook) throw missingWebhook()
  return webhook
}
