import type { Database, OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { getRun } from '../run/get-run.ts'
import { listBranches } from '../session/list-branches.ts'
import { listTurns } from './list-turns.ts'

type Deps = { readonly db: Database }

/** Messages of one turn: a question and its answer. */
const PER_TURN = 2

/**
 * Returns the session of a run, and the position of its answer among the messages of that session, from 1. A run that is
 * under way has the position that its answer will get. Throws `not_found`.
 */
export async function findAnswerPlace(
  deps: Deps,
  owner: OwnerId,
  runId: string,
): Promise<{ sessionId: string; sequence: number }> {
  const { sessionId } = await getRun(deps, owner, runId)
  const branches = await listBranches(deps, owner, sessionId)
  const copied = branches.find(({ id }) => id === sessionId)?.branchAt ?? 0
  let turns = 0
  for await (const run of listTurns(deps, owner, { sessionId })) {
    if (turns > 0 || run.runId === runId) turns += 1
  }
  if (turns === 0) throw new AppError('not_found', 'There is no response with this id.')
  return { sessionId, sequence: copied + turns * PER_TURN }
}
