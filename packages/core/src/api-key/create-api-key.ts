import { createApiKey as insertApiKey, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { digestApiKey, mintApiKey, type ParsedApiKey } from './api-key-secret.ts'

export type NewApiKey = { readonly name: string; readonly expiresAt: Date | null }

/** Makes a key. Its secret is in the return value and nowhere else. Throws `invalid_request` for a past expiry. */
export async function createApiKey(deps: Deps, owner: OwnerId, input: NewApiKey): Promise<ParsedApiKey> {
  if (input.expiresAt && input.expiresAt <= deps.now()) {
    throw new AppError('invalid_request', 'expires_at must lie in the future.')
  }
  const key = mintApiKey()
  const digest = digestApiKey(deps.apiKeyPepper, key.secret)
  await insertApiKey(deps.db, owner, {
    keyId: key.keyId,
    digest,
    name: input.name,
    expiresAt: input.expiresAt,
  })
  return key
}
