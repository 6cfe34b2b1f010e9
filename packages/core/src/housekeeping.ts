import { type Database, deleteExpiredArtifacts, deleteExpiredRows, oldestTurnBegan } from '@parley/db'
import type { Blobs } from './artifact/blobs.ts'
import type { DataDeps } from './data-source/data-deps.ts'
import type { TurnsInFlight } from './run/turns-in-flight.ts'

type Deps = {
  readonly db: Database
  readonly turns: TurnsInFlight
  readonly blobs: Blobs
  readonly data: DataDeps
  readonly now: () => Date
}

/** Allowance for the difference between the clocks of the database and of the data folder. */
const CLOCK_SKEW_MS = 20_000

/**
 * Deletes expired challenges, revocations of expired tokens, idempotency records, and the files of stateless
 * calls after one hour. Safe to run on several replicas at once.
 */
export async function removeExpired(deps: Pick<Deps, 'db' | 'blobs'>): Promise<void> {
  await deleteExpiredRows(deps.db)
  for (const path of await deleteExpiredArtifacts(deps.db)) await deps.blobs.remove(path)
}

/**
 * Deletes the files of deleted and refreshed data sources, except those that a run may still read: a stored
 * run of any replica, or a stateless call of this process, that began before. Safe to run on several replicas
 * at once.
 */
export async function removeUnusedFiles(deps: Pick<Deps, 'db' | 'turns' | 'data' | 'now'>): Promise<void> {
  const stored = (await oldestTurnBegan(deps.db))?.getTime() ?? Number.POSITIVE_INFINITY
  const own = deps.turns.oldestEnteredAt() ?? Number.POSITIVE_INFINITY
  const unneeded = Math.min(deps.now().getTime(), stored, own) - CLOCK_SKEW_MS
  await deps.data.removeRetiredFiles(new Date(unneeded))
}
