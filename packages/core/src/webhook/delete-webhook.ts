import { type Database, type OwnerId, deleteWebhook as removeWebhook } from '@parley/db'
import { missingWebhook } from './webhook.ts'

type Deps = { readonly db: Database }

/** Deletes a webhook with its deliveries. Throws `not_found` for a missing one and for another user's. */
export async function deleteWebhook(deps: Deps, owner: OwnerId, id: string): Promise<void> {
  if (!(await removeWebhook(deps.db, owner, id))) throw missingWebhook()
}
