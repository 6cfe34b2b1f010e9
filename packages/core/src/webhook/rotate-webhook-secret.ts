import { type Database, getWebhook, type OwnerId, replaceWebhookSecret } from '@parley/db'
import type { Secret } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { mintWebhookSecret, missingWebhook, webhookPlace } from './webhook.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly now: () => Date }

/** How long the former secret still signs deliveries. */
const OVERLAP_MS = 86_400_000

/**
 * Replaces the secret of a webhook; for a day deliveries carry the signatures of both. Throws `not_found` for a missing
 * webhook and for another user's, `conflict` when another request replaces it at the same time.
 */
export async function rotateWebhookSecret(deps: Deps, owner: OwnerId, id: string): Promise<Secret> {
  if (!(await getWebhook(deps.db, owner, id))) throw missingWebhook()
  const secret = mintWebhookSecret()
  const secretCipher = deps.cipher.encrypt(secret, webhookPlace(id, owner))
  const previousExpiresAt = new Date(deps.now().getTime() + OVERLAP_MS)
  const isReplaced = await replaceWebhookSecret(deps.db, owner, { id, secretCipher, previousExpiresAt })
  if (isReplaced) return secret
  throw new AppError('conflict', 'Another request has just replaced this secret. Read it there.')
}
