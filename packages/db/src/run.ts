import type { RunStep, Usage } from '@parley/domain'
import type { Database } from './database.ts'
import type { MessageStatus } from './message.ts'
import type { OwnerId } from './owner.ts'

export type RunStatus = 'running' | MessageStatus

export type Run = {
  readonly runId: string
  readonly sessionId: string
  readonly status: RunStatus
  /** Null while the run is running, and when the vendor reported no usage. */
  readonly usage: Usage | null
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
      steps: { omit: { runId: true }, orderBy: { stepId: 'asc' } },
    },
  })
  if (!run) return null
  const { sessionId, inputTokens, outputTokens } = run
  const usage = inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }
  // Only the statements of a turn write it, from these unions and objects.
  const { status, steps } = run as Pick<Run, 'status' | 'steps'>
  return { runId, sessionId, status, usage, steps }
}
