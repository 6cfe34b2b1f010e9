import { listApiKeys as findApiKeys, type OwnerId, type StoredApiKey } from '@parley/db'
import type { Deps } from '../deps.ts'

/** Returns the owner's keys without their secrets. Revoked keys are included. */
export async function listApiKeys(deps: Deps, owner: OwnerId): Promise<StoredApiKey[]> {
  return findApiKeys(deps.db, owner)
}
