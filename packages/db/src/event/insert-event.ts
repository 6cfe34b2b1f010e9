import { isAppError } from '@parley/errors'
import type { Pool } from 'pg'
import type { Database } from '../database.ts'
import { prepare, rowsOf } from '../statement.ts'

export type EventRow = {
  /** The pseudonym of the person; null where no person is known. */
  readonly subject: string | null
  /** The name of an operation, or of what happened: `apiKey.create`, `limit.met`. */
  readonly action: string
  /** `ok` or the code of the error. */
  readonly outcome: string
  readonly door: string
  readonly keyId: string | null
  readonly network: string | null
  readonly targetId: string | null
  /** Sealed by the caller; null where nothing is to be named. */
  readonly detail: Buffer | null
}

type Waiting = {
  readonly row: EventRow
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

type Columns = [
  subjects: (string | null)[],
  actions: string[],
  outcomes: string[],
  doors: string[],
  keyIds: (string | null)[],
  networks: (string | null)[],
  targetIds: (string | null)[],
  details: (Buffer | null)[],
]

/** Maximum number of events in one statement. */
const MOST_AT_ONCE = 64

const insertEvents = prepare('insert_events')<Columns, object>(`
  with stored as (
    insert into events (subject, action, outcome, door, key_id, network, target_id, detail)
    select * from ${rowsOf('$1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[]')}
    returning id
  )
  insert into unsealed_events (event_id) select id from stored
`)

// Events that arrived while others of the same process were being stored.
const queues = new WeakMap<Pool, Waiting[]>()

/**
 * Stores an event: at once, or together with the events that arrived while earlier ones were being stored. Throws
 * AppError `unavailable` when the database is unavailable.
 */
export function insertEvent({ pool }: Database, row: EventRow): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = { row, resolve, reject }
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
    await insertEvents(pool, toColumns(waiting.map(({ row }) => row)))
    for (const { resolve } of waiting) resolve()
  } catch (error) {
    // One refused event must not fail the others of its batch.
    const isAway = isAppError(error) && error.code === 'unavailable'
    if (waiting.length > 1 && !isAway) for (const one of waiting) await store(pool, [one])
    else for (const { reject } of waiting) reject(error)
  }
}

function toColumns(rows: readonly EventRow[]): Columns {
  return [
    rows.map(({ subject }) => subject),
    rows.map(({ action }) => action),
    rows.map(({ outcome }) => outcome),
    rows.map(({ door }) => door),
    rows.map(({ keyId }) => keyId),
    rows.map(({ network }) => network),
    rows.map(({ targetId }) => targetId),
    rows.map(({ detail }) => detail),
  ]
}
