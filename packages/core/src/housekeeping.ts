import { deleteExpiredArtifacts, deleteExpiredRows } from '@parley/db'
import type { Deps } from './deps.ts'

/**
 * Removes what has outlived its purpose: challenges, revocations of expired tokens, idempotency records, and the
 * files of stateless calls after their hour. Safe to run on several replicas at once.
 */
export async function removeExpired(deps: Deps): Promise<void> {
  await deleteExpiredRows(deps.db)
  for (const path of await deleteExpiredArtifacts(deps.db)) await deps.blobs.remove(path)
}
