import { splitThink } from '@parley/agent'
import type { Database, ListedRun, OwnerId, Run } from '@parley/db'
import { AppError } from '@parley/errors'
import { getRun } from '../run/get-run.ts'
import { listBranches } from '../session/list-branches.ts'
import { listTurns } from './list-turns.ts'

type Deps = { readonly db: Database }

/** A turn of a session as OpenAI's clients know it: one answer that may continue another one. */
export type StoredResponse = {
  readonly runId: string
  readonly sessionId: string
  readonly agentId: string
  /** The answer before this one in the conversation; null for the first. */
  readonly previousRunId: string | null
  readonly status: Run['status']
  /** Without the reasoning; empty while the run is running. */
  readonly text: string
  readonly usage: Run['usage']
  readonly metadata: Run['metadata']
  readonly createdAt: Date
}

/** Returns a stored response of the owner. Throws `not_found` for a missing one and for another user's. */
export async function getResponse(deps: Deps, owner: OwnerId, runId: string): Promise<StoredResponse> {
  const run = await getRun(deps, owner, runId)
  const { turn, previous } = await findTurn(deps, owner, run)
  const previousRunId = previous ? previous.runId : await findRunBeforeBranch(deps, owner, run.sessionId)
  const content = run.status === 'running' ? '' : run.steps.at(-1)?.output.content
  return {
    runId,
    sessionId: run.sessionId,
    agentId: turn.agentId,
    previousRunId,
    status: run.status,
    text: splitThink(typeof content === 'string' ? content : '').text,
    usage: run.usage,
    metadata: run.metadata,
    createdAt: new Date(`${turn.createdAt}Z`),
  }
}

/** The newest runs of a session, newest first; two are enough to see whether a run is the only one, or the last. */
export async function listNewestRuns(
  deps: Deps,
  owner: OwnerId,
  sessionId: string,
): Promise<readonly ListedRun[]> {
  const newest: ListedRun[] = []
  for await (const run of listTurns(deps, owner, { sessionId, limit: 2 })) {
    newest.push(run)
    if (newest.length === 2) break
  }
  return newest
}

type Turn = { readonly turn: ListedRun; readonly previous: ListedRun | null }

async function findTurn(deps: Deps, owner: OwnerId, { runId, sessionId }: Run): Promise<Turn> {
  let turn: ListedRun | null = null
  for await (const run of listTurns(deps, owner, { sessionId })) {
    if (turn) return { turn, previous: run }
    if (run.runId === runId) turn = run
  }
  if (turn) return { turn, previous: null }
  throw new AppError('not_found', 'There is no response with this id.')
}

/** The run of the last answer that a branch copied; null where the session is no branch, or the session it branched from is gone. */
async function findRunBeforeBranch(deps: Deps, owner: OwnerId, sessionId: string): Promise<string | null> {
  const branches = await listBranches(deps, owner, sessionId)
  const { branchOf, branchAt } = branches.find(({ id }) => id === sessionId) ?? {}
  const origin = branches.find(({ id }) => id === branchOf)
  if (!origin || !branchAt) return null
  const turns: string[] = []
  for await (const { runId } of listTurns(deps, owner, { sessionId: origin.id })) turns.unshift(runId)
  return turns[(branchAt - (origin.branchAt ?? 0)) / 2 - 1] ?? null
}
