import type { JsonObject, RunStep, Usage } from '@parley/domain'
import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import type { MessageStatus } from './message.ts'
import { onlyDefined } from './only-defined.ts'
import type { OwnerId } from './owner.ts'
import { rowsOf } from './statement.ts'

export type RunStatus = 'running' | MessageStatus

export type Run = {
  readonly runId: string
  readonly sessionId: string
  readonly status: RunStatus
  /** Null while the run is running, and when the vendor reported no usage. */
  readonly usage: Usage | null
  /** Millionths of a US dollar at the price of that day; null while the run is running and without a price. */
  readonly costMicros: number | null
  /** Labels that the caller gave it; null for none. */
  readonly metadata: JsonObject | null
  /** In order. The last step of a finished run is `final_response`. */
  readonly steps: RunStep[]
}

/** Reads a stored run with its steps; null when the owner has none of that id. */
export async function getRun(db: Database, owner: OwnerId, runId: string): Promise<Run | null> {
  const run = await db.prisma.run.findFirst({
    where: { id: runId, session: { userId: owner } },
    select: {
      sessionId: true,
      status: true,
      inputTokens: true,
      outputTokens: true,
      costMicros: true,
      metadata: true,
      steps: { omit: { runId: true }, orderBy: { stepId: 'asc' } },
    },
  })
  if (!run) return null
  const { sessionId, inputTokens, outputTokens, costMicros } = run
  const usage = inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }
  // Only the statements of a turn write it, from these unions and objects.
  const { status, steps, metadata } = run as Pick<Run, 'status' | 'steps' | 'metadata'>
  return { runId, sessionId, status, usage, costMicros, metadata, steps }
}

const findEvidence = prepareLookup('find_run_evidence')<
  [owner: OwnerId, runId: string],
  { evidence: JsonObject | null }
>(`
  select asked.position::int, e.evidence
  from ${rowsOf('$1::uuid[], $2::uuid[]')} with ordinality as asked (owner, run_id, position)
    join runs r on r.id = asked.run_id and r.user_id = asked.owner
    left join run_evidence e on e.run_id = r.id
`)

/**
 * Reads what was found about the numbers of a run's answer. Its evidence is null when the run queried nothing or has not
 * ended. Null when the owner has no run of that id. The answers of an opened chat are read in one statement.
 */
export async function getRunEvidence(
  db: Database,
  owner: OwnerId,
  runId: string,
): Promise<{ readonly evidence: JsonObject | null } | null> {
  return findEvidence(db, [owner, runId])
}

/** Lists those of the owner's sessions that are answering. */
export async function listRunningSessions(db: Database, owner: OwnerId): Promise<string[]> {
  const runs = await db.prisma.run.findMany({
    where: { userId: owner, status: 'running' },
    select: { sessionId: true },
  })
  return runs.map(({ sessionId }) => sessionId)
}

export type ListedRun = Omit<Run, 'steps' | 'metadata'> & {
  /** The agent of the session. */
  readonly agentId: string
  /** UTC with six decimals and without Z. */
  readonly createdAt: string
  /** Null while the run is running. */
  readonly finishedAt: string | null
}

/** A place in the list of runs, behind the run that it names. */
export type RunPlace = { readonly createdAt: string; readonly runId: string }

export type RunFilter = {
  readonly sessionId?: string
  readonly agentId?: string
  readonly status?: RunStatus
  /** Only runs that began at or after this time. */
  readonly from?: Date
  /** Only runs that began before this time. */
  readonly to?: Date
}

/** Lists the owner's runs, newest first: at most `limit` that fit the filter, behind a place where one is given. */
export async function listRuns(
  db: Database,
  owner: OwnerId,
  {
    filter,
    limit,
    behind,
  }: { readonly filter: RunFilter; readonly limit: number; readonly behind?: RunPlace },
): Promise<ListedRun[]> {
  const { sessionId, agentId, status, from, to } = filter
  const runs = await db.prisma.run.findMany({
    where: {
      userId: owner,
      ...onlyDefined({ sessionId, status }),
      ...(agentId !== undefined && { session: { agentId } }),
      createdAt: onlyDefined({ gte: from && toColumn(from), lt: to && toColumn(to), lte: behind?.createdAt }),
      ...(behind && { OR: [{ createdAt: { lt: behind.createdAt } }, { id: { lt: behind.runId } }] }),
    },
    omit: { leaseOwner: true, leaseExpiresAt: true, isCancelRequested: true, userId: true, metadata: true },
    include: { session: { select: { agentId: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return runs.map(({ id, session, inputTokens, outputTokens, ...run }) => ({
    ...run,
    runId: id,
    agentId: session.agentId,
    // Only the statements of a turn write it, from this union.
    status: run.status as RunStatus,
    usage: inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens },
  }))
}

/** A time as `created_at` holds it. */
function toColumn(time: Date): string {
  return time.toISOString().replace('Z', '000')
}
