import { type Database, getRun as findRun, type OwnerId, type Run } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/**
 * Returns a stored run with its trace. Throws `not_found` for a missing run, another user's, and the run of a stateless
 * call.
 */
export async function getRun(deps: Deps, owner: OwnerId, runId: string): Promise<Run> {
  const run = await findRun(deps.db, owner, runId)
  if (!run) throw new AppError('not_found', 'There is no run with this id.')
  return run
}
