import type { Database } from '../database.ts'
import type { StoredStep } from '../run.ts'
import { prepare, withoutWaiting } from '../statement.ts'

type StepValues = [
  runId: string,
  stepId: number,
  agentName: string,
  input: string | null,
  output: string,
  status: string,
  createdAt: string,
  durationMs: number,
]

// The shared lock keeps the run from being closed between the check and the commit. It is at the end of the
// turn that the disk is waited for.
const insertStep = prepare<StepValues, object>(
  'insert_step',
  `insert into steps (run_id, step_id, agent_name, input, output, status, created_at, duration_ms)
   select id, $2, $3, $4::json, $5::json, $6, $7, $8 from runs, ${withoutWaiting}
   where id = $1 and status = 'running' for share of runs
   on conflict (run_id, step_id) do nothing`,
)

/**
 * Stores a step of a run while it is under way. A step of a run that has ended, was taken over or is gone is
 * dropped, and one that is stored already stays as it is.
 */
export async function recordStep(
  db: Database,
  { runId, step }: { runId: string; step: StoredStep },
): Promise<void> {
  await insertStep(db.pool, [
    runId,
    step.stepId,
    step.agentName,
    step.input && JSON.stringify(step.input),
    JSON.stringify(step.output),
    step.status,
    step.createdAt,
    step.durationMs,
  ])
}
