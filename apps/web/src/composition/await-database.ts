import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@parley/db'
import type { Logger } from 'pino'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/**
 * Runs the first database work and retries it while the database is unavailable, with pauses that double up
 * to five seconds. Throws every other failure, for example a wrong password or a failing migration.
 */
export async function awaitDatabase<Result>(work: () => Promise<Result>, log: Logger): Promise<Result> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (err) {
      if (!isDatabaseAway(err)) throw err
      log.warn(
        { reason: err instanceof Error ? err.message : String(err), pauseMs },
        'waiting for the database',
      )
      await sleep(pauseMs)
    }
  }
}
