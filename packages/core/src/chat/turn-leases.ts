import { type Database, readCancelRequests, recoverTurns, renewTurnLeases } from '@parley/db'
import type { Blobs } from '../artifact/blobs.ts'
import type { DataDeps } from '../data-source/data-deps.ts'
import { retireOrphans } from '../data-source/retire-orphans.ts'
import { finishErasures, openErasedHomes } from '../erasure/finish-erasures.ts'
import { cutEvents, type EventLimits } from '../event/cut-events.ts'
import { sealEvents } from '../event/seal-events.ts'
import { removeExpired, removeUnusedFiles } from '../housekeeping.ts'
import type { TurnsInFlight } from '../run/turns-in-flight.ts'
import type { Cipher } from '../secrets/cipher.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly apiKeyPepper: Uint8Array
  readonly origin: string
  readonly limits: EventLimits
  readonly turns: TurnsInFlight
  readonly blobs: Blobs
  readonly data: DataDeps
  readonly now: () => Date
}

/** Renewals per lease. Five may fail before the lease expires. */
const RENEWALS_PER_LEASE = 6
const SEAL_EVENTS_EVERY_MS = 1000
const ERASE_EVERY_MS = 1000
const RECOVER_EVERY_MS = 15_000
const READ_CANCELS_EVERY_MS = 500
const HOUSEKEEPING_EVERY_MS = 300_000
/** Deleted files leave the disk within a minute. */
const REMOVE_FILES_EVERY_MS = 15_000
/** Rare, because it reads the records of all users. */
const RETIRE_ORPHANS_EVERY_MS = 3_600_000
/** Maximum expired runs closed at once. The next round closes the rest. */
const RECOVER_LIMIT = 500

export type TurnLeases = { readonly close: () => void }

/**
 * Renews the leases of this process's runs, stops runs cancelled through another replica, and closes runs
 * whose process died: now, and every 15 s. `onError` receives the error of a failed round; the next round
 * tries again.
 */
export async function keepTurnLeases(
  deps: Deps,
  onError: (error: unknown) => void,
  { recoverEveryMs = RECOVER_EVERY_MS } = {},
): Promise<TurnLeases> {
  await recoverTurns(deps.db, { limit: RECOVER_LIMIT })
  const timers = [
    every(deps.turns.leaseMs / RENEWALS_PER_LEASE, onError, () => renewAll(deps)),
    every(READ_CANCELS_EVERY_MS, onError, () => stopCancelled(deps)),
    every(recoverEveryMs, onError, () => recoverTurns(deps.db, { limit: RECOVER_LIMIT })),
    every(HOUSEKEEPING_EVERY_MS, onError, () => removeExpired(deps)),
    every(REMOVE_FILES_EVERY_MS, onError, () => removeUnusedFiles(deps)),
    every(RETIRE_ORPHANS_EVERY_MS, onError, () => retireOrphans(deps)),
    every(RETIRE_ORPHANS_EVERY_MS, onError, () => cutEvents(deps)),
    every(SEAL_EVENTS_EVERY_MS, onError, () => sealEvents(deps)),
    every(ERASE_EVERY_MS, onError, () => finishErasures(deps)),
    every(REMOVE_FILES_EVERY_MS, onError, openErasedHomes(deps)),
  ]
  return {
    close: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

async function renewAll(deps: Deps): Promise<void> {
  const { leaseOwner, leaseMs } = deps.turns
  const runIds = deps.turns.runIds()
  if (runIds.length === 0) return
  const kept = new Set(await renewTurnLeases(deps.db, { runIds, leaseOwner, leaseMs }))
  for (const runId of runIds) if (!kept.has(runId)) deps.turns.stop(runId, 'abandoned')
}

async function stopCancelled(deps: Deps): Promise<void> {
  if (deps.turns.runIds().length === 0) return
  for (const runId of await readCancelRequests(deps.db, deps.turns.leaseOwner))
    deps.turns.stop(runId, 'cancelled')
}

/** An interval that never overlaps itself and never keeps the process alive. */
function every(ms: number, onError: (error: unknown) => void, round: () => Promise<unknown>): NodeJS.Timeout {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    round()
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }, ms)
  return timer.unref()
}
