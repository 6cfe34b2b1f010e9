import { isAppError } from '@parley/errors'
import type { Pool } from 'pg'
import type { Database } from '../database.ts'
import type { StoredStep } from '../run.ts'
import { prepare, withoutWaiting } from '../statement.ts'
import { type StepColumns, toStepColumns } from './step-columns.ts'

type Waiting = {
  readonly runId: string
  readonly step: StoredStep
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** So many steps go together at most; the larger ones among them are results of a megabyte. */
const MOST_AT_ONCE = 32

// The shared lock keeps a run from being closed between the check and the commit; looked up one by one, runs are
// found by their key however many there are. It is at the end of a turn that the disk is waited for.
const insertSteps = prepare<[...StepColumns, runIds: string[]], object>(
  'insert_steps',
  `insert into steps (run_id, step_id, agent_name, input, output, status, created_at, duration_ms)
   select run.id, step.id, name, input::json, output::json, step.status, began, ms
   from ${withoutWaiting}, unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[],
       $8::uuid[]) as step (id, name, input, output, status, began, ms, run_id),
     lateral (select id from runs where id = step.run_id and status = 'running' for share) as run
   on conflict (run_id, step_id) do nothing`,
)

// What waits while steps of the same process are being stored.
const queues = new WeakMap<Pool, Waiting[]>()

/**
 * Stores a step of a run while it is under way: at once, or together with all others that came while the ones
 * before were being stored. A step of a run that has ended, was taken over or is gone is dropped, and one that is
 * stored already stays as it is. Throws AppError `unavailable` when the database is away.
 */
export function recordStep(
  { pool }: Database,
  { runId, step }: { readonly runId: string; readonly step: StoredStep },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = { runId, step, resolve, reject }
    const queue = queues.get(pool)
    if (queue) queue.push(waiting)
    else void storeQueue(pool, [waiting])
  })
}

/** Stores until nothing more has come; there is a queue just as long. */
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
    // What the database refuses of one must not fail the others that happened to come with it.
    if (waiting.length > 1 && !isAppError(error)) for (const one of waiting) await store(pool, [one])
    else for (const { reject } of waiting) reject(error)
  }
}
