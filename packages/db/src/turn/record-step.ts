import type { RunStep } from '@parley/domain'
import { isAppError } from '@parley/errors'
import type { Pool } from 'pg'
import type { Database } from '../database.ts'
import { prepare, withoutWaiting } from '../statement.ts'
import { type StepColumns, toStepColumns } from './step-columns.ts'

type Waiting = {
  readonly runId: string
  readonly step: RunStep
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Maximum number of steps in one statement; a step may hold a result of a megabyte. */
const MOST_AT_ONCE = 32

// The shared lock keeps a run open between the check and the commit. The lateral join finds each run by its key. The
// commit of the turn's end waits for the disk, so this one does not.
const insertSteps = prepare('insert_steps')<[...StepColumns, runIds: string[]], object>(`
  insert into steps (run_id, step_id, agent_name, input, output, status, created_at, duration_ms)
  select run.id, step.id, name, input::json, output::json, step.status, began, ms
  from ${withoutWaiting}, unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[],
      $8::uuid[]) as step (id, name, input, output, status, began, ms, run_id),
    lateral (select id from runs where id = step.run_id and status = 'running' for share) as run
  on conflict (run_id, step_id) do nothing
`)

// Steps that arrived while others of the same process were being stored.
const queues = new WeakMap<Pool, Waiting[]>()

/**
 * Stores a step of a running run: at once, or together with the steps that arrived while earlier steps were
 * being stored. Drops a step of a run that has ended, was taken over or was deleted, and ignores a step that
 * is already stored. Throws AppError `unavailable` when the database is unavailable.
 */
export function recordStep(
  { pool }: Database,
  { runId, step }: { readonly runId: string; readonly step: RunStep },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = { runId, step, resolve, reject }
    const queue = queues.get(pool)
    if (queue) queue.push(waiting)
    else void storeQueue(pool, [waiting])
  })
}

/** Stores the queue until it is empty, then deletes it. */
async function storeQueue(pool: Pool, queue: Waiting[]): Promise<void> {
  queues.set(pool, queue)
  while (queue.length > 0) await store(pool, queue.splice(0, MOST_AT_ONCE))
  queues.delete(pool)
}

async function store(pool: Pool, waiting: readonly Waiting[]): Promise<void> {
  try {
    const columns = toStepColumns(waiting.map(({ step }) => step))
    await insertSteps(pool, [...columns, waiting.map(({ runId }) => runId)])
    for (const { resolve } of waiting) resolve()
  } catch (error) {
    // One refused step must not fail the others of its batch.
    const isAway = isAppError(error) && error.code === 'unavailable'
    if (waiting.length > 1 && !isAway) for (const one of waiting) await store(pool, [one])
    else for (const { reject } of waiting) reject(error)
  }
}
