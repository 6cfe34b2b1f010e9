import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import { type Allowance, requireAllowance } from '../usage/require-allowance.ts'
import type { MeterDeps } from '../usage/run-metered.ts'

type Deps = Omit<MeterDeps, 'prices'> & { readonly turns: TurnsInFlight; readonly limits: TurnLimits }

/**
 * Does `work`, which counts as one of the owner's answers under way until it ends, even when its client disconnects.
 * Throws before any work: `rate_limited` when the owner has as many answers under way as allowed or has used up the
 * month's allowance, and `unavailable` when this process has as many answers under way as it can handle.
 */
export async function* countTurn<Event, Result>(
  deps: Deps,
  owner: OwnerId,
  work: (allowance: Allowance) => AsyncGenerator<Event, Result, void>,
): AsyncGenerator<Event, Result, void> {
  const entry = deps.turns.enter(owner, deps.limits)
  if (entry.kind === 'full') {
    const sentence = 'The service has as many answers under way as it can handle; try again in a few seconds.'
    throw new AppError('unavailable', sentence, { retryAfterSeconds: 5, isRetryable: true })
  }
  if (entry.kind === 'share_taken') {
    const sentence = `You have ${entry.count} answers under way; wait for one of them or cancel it.`
    const limit = { ...atOnce(deps.limits), remaining: 0, resetSeconds: 1 }
    throw new AppError('rate_limited', sentence, { retryAfterSeconds: 1, limit })
  }
  deps.reportLimit({ ...atOnce(deps.limits), remaining: entry.left })
  try {
    return yield* work(await requireAllowance(deps, owner))
  } finally {
    entry.leave()
  }
}

function atOnce({ turnsPerUser }: TurnLimits) {
  return { name: 'answers-at-once', quota: turnsPerUser, unit: 'concurrent-requests' } as const
}
