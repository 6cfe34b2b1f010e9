import type { Database } from './database.ts'
import type { JsonObject } from './json.ts'
import type { MessageStatus } from './message.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

export type StepStatus = 'ok' | 'error' | 'timeout' | 'refused' | 'cancelled' | 'partial'

export type StoredStep = {
  /** Position in the run, from 1. */
  readonly stepId: number
  readonly agentName: string
  readonly input: JsonObject | null
  readonly output: JsonObject
  readonly status: StepStatus
  /** ISO 8601, UTC, with Z. */
  readonly createdAt: string
  readonly durationMs: number
}

export type RunUsage = { readonly inputTokens: number; readonly outputTokens: number }

export type RunStatus = 'running' | MessageStatus

export type Run = {
  readonly runId: string
  readonly sessionId: string
  readonly status: RunStatus
  /** Null while the run is under way, and where the vendor counted nothing. */
  readonly usage: RunUsage | null
  /** In order; closed by `final_response` once the run has ended. */
  readonly steps: StoredStep[]
}

type RunRow = Omit<Run, 'usage' | 'steps'> & { inputTokens: number | null; outputTokens: number | null }

const selectRun = prepare<[owner: OwnerId, runId: string], RunRow>(
  'select_run',
  `select r.id as "runId", r.session_id as "sessionId", r.status, r.input_tokens as "inputTokens",
     r.output_tokens as "outputTokens"
   from runs r join sessions s on s.id = r.session_id where r.id = $2 and s.user_id = $1`,
)

const selectSteps = prepare<[runId: string], StoredStep>(
  'select_steps',
  `select step_id as "stepId", agent_name as "agentName", input, output, status, created_at as "createdAt",
     duration_ms as "durationMs"
   from steps where run_id = $1 order by step_id`,
)

/** Reads a stored run with its steps; null when the owner has none of that id. */
export async function getRun(db: Database, owner: OwnerId, runId: string): Promise<Run | null> {
  const [row] = await selectRun(db.pool, [owner, runId])
  if (!row) return null
  const { inputTokens, outputTokens, ...run } = row
  const usage = inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens }
  return { ...run, usage, steps: await selectSteps(db.pool, [runId]) }
}
