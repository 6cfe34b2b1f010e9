import { randomBytes } from 'node:crypto'
import type { OwnerId } from '@parley/db'
import { Secret } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { SecretPlace } from '../secrets/cipher.ts'

const SECRET_BYTES = 32

/** Throws `invalid_request` for an address that deliveries may not be sent to. Resolves no names. */
export type CheckWebhookUrl = (url: string) => void

/** Creates a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function mintWebhookSecret(): Secret {
  return new Secret(`whsec_${randomBytes(SECRET_BYTES).toString('base64')}`)
}

/** The place that the ciphertexts of a webhook's secrets are bound to. */
export function webhookPlace(id: string, owner: OwnerId): SecretPlace {
  return { table: 'webhook', row: id, owner }
}

/** The error for a missing webhook and for another user's. */
export function missingWebhook(): AppError {
  return new AppError('not_found', 'There is no webhook with this id.')
}
