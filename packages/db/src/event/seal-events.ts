import type { PoolClient } from 'pg'
import type { Database } from '../database.ts'
import { inTransaction, prepare } from '../statement.ts'
import { eventDigest } from './event-digest.ts'

/** One link of the chain of events. */
export type EventLink = { readonly batch: number; readonly hash: Buffer }

export type EventBatch = {
  /** The link before; null for the first one. */
  readonly before: EventLink | null
  /** Ids in ascending order. */
  readonly eventIds: readonly string[]
  /** Digest of the rows in this order. */
  readonly digest: Buffer
}

/** One sealer at a time, over all replicas. */
const SEALER_LOCK = 7_316_402_111
/** Maximum events in a batch, so that one statement seals it in time. */
const BATCH_SIZE = 2000

// Outside a transaction, which would cost an idle replica two more round trips every second.
const selectAnyUnsealed = prepare('select_any_unsealed')<[], { isAny: boolean }>(
  `select exists (select from unsealed_events) as "isAny"`,
)

const lockSealer = prepare('lock_event_sealer')<[lock: number], { isMine: boolean }>(
  `select pg_try_advisory_xact_lock($1::bigint) as "isMine" where exists (select from unsealed_events)`,
)

const selectLast = prepare('select_last_event_seal')<[], EventLink>(`
  select batch, hash from (
    (select batch, hash from event_seals order by batch desc limit 1)
    union all select batch, hash from event_cuts
  ) as links order by batch desc limit 1
`)

const takeUnsealed = prepare('take_unsealed_events')<
  [limit: number],
  { ids: string[] | null; digest: Buffer | null }
>(`
  with taken as (
    delete from unsealed_events
    where event_id in (select event_id from unsealed_events order by event_id limit $1)
    returning event_id
  )
  select array_agg(e.id::text order by e.id) as ids, ${eventDigest('e')} as digest
  from taken join events e on e.id = taken.event_id
`)

const insertSeal = prepare('insert_event_seal')<[batch: number, eventIds: string[], hash: Buffer], object>(
  `insert into event_seals (batch, event_ids, hash) values ($1, $2::text[]::bigint[], $3)`,
)

/**
 * Seals the events that no seal covers: `linkOf` returns the hash of the next link. Returns the number of sealed
 * events; 0 when there are none, or while another process seals.
 */
export async function sealEvents(db: Database, linkOf: (batch: EventBatch) => Buffer): Promise<number> {
  const [unsealed] = await selectAnyUnsealed(db.pool, [])
  return unsealed?.isAny ? inTransaction(db, (connection) => sealBatch(connection, linkOf)) : 0
}

async function sealBatch(connection: PoolClient, linkOf: (batch: EventBatch) => Buffer): Promise<number> {
  const [lock] = await lockSealer(connection, [SEALER_LOCK])
  if (!lock?.isMine) return 0
  const [before = null] = await selectLast(connection, [])
  const [taken] = await takeUnsealed(connection, [BATCH_SIZE])
  // When an event is removed before its seal, only its id is left, and the verifier cannot notice the removal.
  if (!taken?.ids || !taken.digest) return 0
  const hash = linkOf({ before, eventIds: taken.ids, digest: taken.digest })
  await insertSeal(connection, [(before?.batch ?? 0) + 1, taken.ids, hash])
  return taken.ids.length
}
