import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'

/**
 * Does work that counts among its owner's answers under way, whether or not anybody still reads it. Throws
 * `rate_limited` before anything is done when there are as many as `limits.turnsPerUser` in this process.
 */
export async function* countTurn<Event, Result>(
  deps: Deps,
  owner: OwnerId,
  work: () => AsyncGenerator<Event, Result, void>,
): AsyncGenerator<Event, Result, void> {
  const { turnsPerUser } = deps.limits
  const leave = deps.turns.enter(owner, turnsPerUser)
  if (!leave) {
    const sentence = `You have ${turnsPerUser} answers under way; wait for one of them or cancel it.`
    throw new AppError('rate_limited', sentence, { retryAfterSeconds: 1 })
  }
  try {
    return yield* work()
  } finally {
    leave()
  }
}
