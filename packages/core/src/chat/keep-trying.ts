import { setTimeout as wait } from 'node:timers/promises'
import { isAppError } from '@parley/errors'

/** Waits between the attempts. With the database's own patience this stays well below a lease. */
const WAITS_MS = [100, 500, 1_500, 3_000]

/** Attempts something again that failed in a way that may pass. Throws what the last attempt threw. */
export async function keepTrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const waitMs of WAITS_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (!(isAppError(error) && error.isRetryable)) throw error
      await wait(waitMs)
    }
  }
  return attempt()
}
