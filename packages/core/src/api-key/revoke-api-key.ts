import { type Database, revokeApiKey as markApiKeyRevoked, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Caller } from '../auth/authenticate.ts'

type Deps = { readonly db: Database }

/**
 * Lets a key revoke itself. The path must name the key whose secret authenticates the request
 * (docs/spec/agent-service.md#key-revoke). Throws `forbidden` otherwise.
 */
export async function revokeApiKeyBySecret(deps: Deps, caller: Caller, keyId: string): Promise<string> {
  if (caller.kind !== 'api_key' || caller.keyId !== keyId) {
    throw new AppError('forbidden', 'A key can only be revoked with its own secret.')
  }
  await markApiKeyRevoked(deps.db, caller.owner, keyId)
  return 'The API key is revoked.'
}

/**
 * Revokes one of the owner's keys from the console. Throws `not_found` for a missing key and for another
 * user's.
 */
export async function revokeApiKey(deps: Deps, owner: OwnerId, keyId: string): Promise<void> {
  if (await markApiKeyRevoked(deps.db, owner, keyId)) return
  throw new AppError('not_found', 'There is no API key with this id.')
}
