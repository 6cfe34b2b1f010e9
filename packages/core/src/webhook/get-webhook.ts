import {
  type Database,
  getWebhook as findWebhook,
  listWebhooks as findWebhooks,
  type OwnerId,
  type StoredWebhook,
} from '@parley/db'
import { missingWebhook } from './webhook.ts'

type Deps = { readonly db: Database }

/** Returns one of the owner's webhooks. Throws `not_found` for a missing one and for another user's. */
export async function getWebhook(deps: Deps, owner: OwnerId, id: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(deps.db, owner, id)
  if (!webhook) throw missingWebhook()
  return webhook
}

/** Returns the owner's webhooks, oldest first. */
export async function listWebhooks(deps: Deps, owner: OwnerId): Promise<StoredWebhook[]> {
  return findWebhooks(deps.db, owner)
}
