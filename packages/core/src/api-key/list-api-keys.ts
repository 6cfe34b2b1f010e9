import { type Database, listApiKeys as findApiKeys, type OwnerId, type StoredApiKey } from '@parley/db'

type Deps = { readonly db: Database }

/** Returns the owner's keys without their secrets. Revoked keys are included. */
export async function listApiKeys(deps: Deps, owner: OwnerId): Promise<StoredApiKey[]> {
  return findApiKeys(deps.db, owner)
}
