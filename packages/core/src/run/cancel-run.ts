import { type Database, type OwnerId, requestTurnCancel } from '@parley/db'
import { AppError } from '@parley/errors'
import type { TurnsInFlight } from './turns-in-flight.ts'

type Deps = { readonly db: Database; readonly turns: TurnsInFlight }

/**
 * Asks a run to stop, whichever replica is answering it; what it has written so far is kept as `cancelled`.
 * Throws `not_found` for a missing run or another user's, `conflict` for one that has ended.
 */
export async function cancelRun(deps: Deps, owner: OwnerId, runId: string): Promise<void> {
  const result = await requestTurnCancel(deps.db, owner, runId)
  if (result === 'missing') throw new AppError('not_found', 'There is no run with this id.')
  if (result === 'finished') throw new AppError('conflict', 'This run has ended already.')
  deps.turns.stop(runId, 'cancelled')
}
