import { setTimeout as wait } from 'node:timers/promises'
import { isAppError } from '@parley/errors'

/** Waits between the attempts. Together with the database's own timeouts they stay well below a lease. */
const WAITS_MS = [100, 500, 1_500, 3_000]

/** Retries work that failed with a retryable error. Throws the error of the last attempt. */
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
