import type { Database } from '../database.ts'
import { prepare } from '../statement.ts'
import { eventDigest } from './event-digest.ts'
import type { EventLink } from './seal-events.ts'

/** A link as it is stored, and the digest of the events that are there now. */
export type StoredSeal = EventLink & {
  readonly eventIds: string[]
  /** How many of the events are there. */
  readonly found: number
  /** Null when none is there. */
  readonly digest: Buffer | null
}

const selectSeals = prepare('select_event_seals')<[after: number, limit: number], StoredSeal>(`
  select s.batch, s.hash, s.event_ids::text[] as "eventIds", found.count::int as found, found.digest
  from (select * from event_seals where batch > $1 order by batch limit $2) as s,
    lateral (select count(*) as count, ${eventDigest('e')} as digest from events e where e.id = any (s.event_ids)) as found
  order by s.batch
`)

const selectCut = prepare('select_event_cut')<[], EventLink & { mark: Buffer }>(
  `select batch, hash, mark from event_cuts`,
)

const selectUncovered = prepare('select_uncovered_events')<[limit: number], { id: string }>(`
  select e.id::text as id from events e
  where not exists (select from unsealed_events u where u.event_id = e.id)
    and not exists (select from (select unnest(event_ids) as id from event_seals) as s where s.id = e.id)
  order by e.id limit $1
`)

/** Returns the links behind a batch, in order. */
export async function readEventSeals(
  db: Database,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<StoredSeal[]> {
  return selectSeals(db.pool, [after, limit])
}

/** Returns where retention cut the chain off; null where it never did. */
export async function readEventCut(db: Database): Promise<(EventLink & { mark: Buffer }) | null> {
  const [cut = null] = await selectCut(db.pool, [])
  return cut
}

/** Returns ids of events that are in no seal and do not wait for one. */
export async function listUncoveredEvents(db: Database, limit: number): Promise<string[]> {
  return (await selectUncovered(db.pool, [limit])).map(({ id }) => id)
}
