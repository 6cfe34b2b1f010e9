import { deleteExpiredArtifacts, deleteExpiredRows, oldestTurnBegan } from '@parley/db'
import type { Deps } from './deps.ts'

/** Longer than a call that keeps no run, and than clocks of replicas differ. */
const UNRECORDED_CALL_MS = 900_000

/**
 * Removes what has outlived its purpose: challenges, revocations of expired tokens, idempotency records, the files of
 * stateless calls after their hour, and the files of sources once every run has ended that may have begun with them.
 * Safe to run on several replicas at once.
 */
export async function removeExpired(deps: Deps): Promise<void> {
  await deleteExpiredRows(deps.db)
  for (const path of await deleteExpiredArtifacts(deps.db)) await deps.blobs.remove(path)
  const oldest = (await oldestTurnBegan(deps.db))?.getTime() ?? Number.POSITIVE_INFINITY
  const unneeded = Math.min(deps.now().getTime(), oldest) - UNRECORDED_CALL_MS
  await deps.data.removeRetiredFiles(new Date(unneeded))
}
