import type { Database } from '../database.ts'
import { inTransaction, prepare } from '../statement.ts'
import type { EventLink } from './seal-events.ts'

const selectOldest = prepare('select_oldest_event_seals')<[days: number], EventLink>(`
  select batch, hash from event_seals s
  where s.batch < (
    select coalesce(min(kept.batch), (select max(batch) + 1 from event_seals)) from event_seals kept
    where exists (
      select from events e where e.id = any (kept.event_ids) and e.at >= now() - $1 * interval '1 day'
    )
  )
  order by batch desc limit 1
`)

const allowRetention = prepare('allow_event_retention')<[], object>(
  `select set_config('parley.event_retention', 'on', true) as value`,
)

const keepCut = prepare('keep_event_cut')<[batch: number, hash: Buffer, mark: Buffer], object>(`
  insert into event_cuts (id, batch, hash, mark) values (1, $1, $2, $3)
  on conflict (id) do update set batch = excluded.batch, hash = excluded.hash, mark = excluded.mark
`)

const deleteEvents = prepare('delete_cut_events')<[batch: number], { events: number }>(`
  with gone as (
    delete from events using event_seals s where s.batch <= $1 and events.id = any (s.event_ids) returning events.id
  )
  select count(*)::int as events from gone
`)

const deleteSeals = prepare('delete_cut_event_seals')<[batch: number], object>(
  `delete from event_seals where batch <= $1`,
)

/**
 * Deletes the oldest batches of which every event is older than this many days, and keeps the last deleted link with the
 * mark that `markOf` returns. Returns the number of deleted events.
 */
export async function cutEvents(
  db: Database,
  { days, markOf }: { readonly days: number; readonly markOf: (link: EventLink) => Buffer },
): Promise<number> {
  return inTransaction(db, async (connection) => {
    const [link] = await selectOldest(connection, [days])
    if (!link) return 0
    await allowRetention(connection, [])
    await keepCut(connection, [link.batch, link.hash, markOf(link)])
    const [deleted] = await deleteEvents(connection, [link.batch])
    await deleteSeals(connection, [link.batch])
    return deleted?.events ?? 0
  })
}
