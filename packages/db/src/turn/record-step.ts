import type { RunStep } from '@parley/domain'
import type { Database } from '../database.ts'
import { prepare, rowsOf, withoutWaiting } from '../statement.ts'
import { writeTogether } from '../write-together.ts'
import { type StepColumns, toStepColumns } from './step-columns.ts'

type NewStep = { readonly runId: string; readonly step: RunStep }

/** Maximum number of steps in one statement; a step may hold a result of a megabyte. */
const MOST_AT_ONCE = 32

// The shared lock keeps a run open between the check and the commit. The lateral join finds each run by its key. This
// commit does not wait for the disk: the commit at the end of the turn does, and it covers the earlier ones.
const insertSteps = prepare('insert_steps')<[...StepColumns, runIds: string[]], object>(`
  insert into steps (run_id, step_id, agent_name, input, output, status, created_at, duration_ms)
  select run.id, step.id, name, input::json, output::json, step.status, began, ms
  from ${withoutWaiting}, ${rowsOf('$1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::uuid[]')} as step (id, name, input, output, status, began, ms, run_id),
    lateral (select id from runs where id = step.run_id and status = 'running' for share) as run
  on conflict (run_id, step_id) do nothing
`)

const storeStep = writeTogether<NewStep>(MOST_AT_ONCE, (pool, steps) =>
  insertSteps(pool, [...toStepColumns(steps.map(({ step }) => step)), steps.map(({ runId }) => runId)]),
)

/**
 * Stores a step of a running run. Drops a step of a run that has ended, was taken over or was deleted, and ignores a
 * step that is already stored. Throws AppError `unavailable` when the database is unavailable.
 */
export function recordStep({ pool }: Database, step: NewStep): Promise<void> {
  return storeStep(pool, step)
}
