import { type ApiKey, listApiKeys as findApiKeys, type OwnerId } from '@parley/db'
import type { Deps } from '../deps.ts'

/** The owner's keys, revoked ones too, without their secrets. */
export async function listApiKeys(deps: Deps, owner: OwnerId): Promise<ApiKey[]> {
  return findApiKeys(deps.db, owner)
}
