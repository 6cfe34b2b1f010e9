import {
  type Database,
  deleteExpiredArtifacts,
  deleteExpiredRows,
  deleteRetiredBlobs,
  listRetiredBlobs,
  oldestFileHold,
  oldestTurnBegan,
  readClock,
} from '@parley/db'
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

/** A run of another replica may have read its sources shortly before they were retired, and is recorded shortly after. */
const MARGIN_MS = 20_000

const BLOBS_AT_ONCE = 500

/**
 * Deletes expired challenges, revocations of expired tokens, idempotency records, and the records of files that
 * stateless calls wrote more than an hour ago. Safe to run on several replicas at once.
 */
export async function removeExpired(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpiredRows(deps.db)
  await deleteExpiredArtifacts(deps.db)
}

/**
 * Deletes the files of deleted artifacts, and of deleted and refreshed data sources. Keeps those that a run may still
 * read (a stored run of any replica, or a stateless call of this process, that began before), and those that were in
 * use when a running backup began. Times are those of the database, so clocks of replicas may differ. Safe to run on
 * several replicas at once.
 */
export async function removeUnusedFiles(deps: Deps): Promise<void> {
  await removeRetiredBlobs(deps)
  const stored = (await oldestTurnBegan(deps.db))?.getTime() ?? Number.POSITIVE_INFINITY
  const held = (await oldestFileHold(deps.db))?.getTime() ?? Number.POSITIVE_INFINITY
  const now = Date.parse(`${await readClock(deps.db)}Z`)
  const entered = deps.turns.oldestEnteredAt()
  const ownMs = entered === null ? 0 : deps.now().getTime() - entered
  const unneeded = Math.min(now - Math.max(ownMs, 0), stored, held) - MARGIN_MS
  await deps.data.removeRetiredFiles(new Date(unneeded))
}

async function removeRetiredBlobs({ db, blobs }: Deps): Promise<void> {
  let paths: string[]
  do {
    paths = await listRetiredBlobs(db, { limit: BLOBS_AT_ONCE })
    await Promise.all(paths.map((path) => blobs.remove(path)))
    if (paths.length > 0) await deleteRetiredBlobs(db, paths)
  } while (paths.length === BLOBS_AT_ONCE)
}
