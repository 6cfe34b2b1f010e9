import type { ApiKeyScope } from '@parley/contract'
import { type Database, createApiKey as insertApiKey, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import { digestApiKey, mintApiKey, type ParsedApiKey } from '../secrets/api-key-secret.ts'

type Deps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly now: () => Date
  readonly limits: QuotaLimits
}

export type NewApiKey = {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  readonly expiresAt: Date | null
}

/**
 * Creates a key. Only the return value contains its secret. Throws `invalid_request` for a past expiry,
 * `conflict` over the quota.
 */
export async function createApiKey(deps: Deps, owner: OwnerId, input: NewApiKey): Promise<ParsedApiKey> {
  if (input.expiresAt && input.expiresAt <= deps.now()) {
    throw new AppError('invalid_request', 'expires_at must lie in the future.')
  }
  await requireRoom(deps, owner, 'apiKeys')
  const key = mintApiKey()
  const digest = digestApiKey(deps.apiKeyPepper, key.secret)
  await insertApiKey(deps.db, owner, {
    keyId: key.keyId,
    digest,
    name: input.name,
    scopes: [...new Set(input.scopes)],
    expiresAt: input.expiresAt,
  })
  return key
}
