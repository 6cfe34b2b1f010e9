import type { JsonObject } from '@parley/domain'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import type { RunStatus } from './run.ts'
import { prepare, rowsOf, withoutWaiting } from './statement.ts'

export type RunEvent = {
  /** Position in the run, from 1 and without gaps. */
  readonly sequence: number
  readonly event: JsonObject
}

export type NewRunEvent = RunEvent & { readonly runId: string }

export type RunEventPage = {
  readonly status: RunStatus
  /** In order. All events of a run are stored before the end of the run is. */
  readonly events: readonly RunEvent[]
  /** Whether more events are stored than this page holds. */
  readonly hasMore: boolean
}

/** PostgreSQL tells followers of a run about its events on this channel; the payload is the id of the run. */
export const RUN_EVENTS_CHANNEL = 'run_events'

/** An event may hold the result of a tool call, up to a megabyte. */
const PAGE_SIZE = 100

// The shared lock keeps the run from being deleted between the check and the foreign key. Events need not survive a
// crash of the server, so the commit does not wait for the disk.
const storeEvents = prepare('insert_run_events')<
  [runIds: string[], sequences: number[], events: string[], endedRunIds: string[]],
  { runs: number }
>(`
  with stored as (
    insert into run_events (run_id, sequence, event)
    select run.id, new.sequence, event::json
    from ${withoutWaiting}, ${rowsOf('$1::uuid[], $2::int[], $3::text[]')} as new (run_id, sequence, event),
      lateral (select id from runs where id = new.run_id for key share) as run
    on conflict (run_id, sequence) do nothing
    returning run_id
  ), changed as (select run_id from stored union select unnest($4::uuid[]))
  select count(pg_notify('${RUN_EVENTS_CHANNEL}', run_id::text))::int as runs from changed
`)

/**
 * Stores events, and tells the followers of their runs and of `endedRunIds`, on every replica. Drops the events of
 * deleted runs, and ignores events that are already stored.
 */
export async function insertRunEvents(
  db: Database,
  events: readonly NewRunEvent[],
  endedRunIds: readonly string[],
): Promise<void> {
  await storeEvents(db.pool, [
    events.map(({ runId }) => runId),
    events.map(({ sequence }) => sequence),
    events.map(({ event }) => JSON.stringify(event)),
    [...endedRunIds],
  ])
}

const selectEvents = prepare('select_run_events')<
  [owner: OwnerId, runId: string, from: number, limit: number],
  { status: string; events: RunEvent[] }
>(`
  select r.status, coalesce((
    select json_agg(json_build_object('sequence', e.sequence, 'event', e.event) order by e.sequence)
    from (select sequence, event from run_events where run_id = r.id and sequence >= $3 order by sequence limit $4) e
  ), '[]') as events
  from runs r join sessions s on s.id = r.session_id where r.id = $2 and s.user_id = $1
`)

/** Reads the stored events of a run from a position on. Null when the owner has no run of that id. */
export async function readRunEvents(
  db: Database,
  owner: OwnerId,
  { runId, from }: { readonly runId: string; readonly from: number },
): Promise<RunEventPage | null> {
  const [row] = await selectEvents(db.pool, [owner, runId, from, PAGE_SIZE])
  if (!row) return null
  // Only the statements of a turn write the status, from this union.
  return { status: row.status as RunStatus, events: row.events, hasMore: row.events.length === PAGE_SIZE }
}
