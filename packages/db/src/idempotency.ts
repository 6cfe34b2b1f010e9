import type { Database } from './database.ts'
import type { JsonValue } from './json.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

// How long a finished operation is remembered.
const MEMORY_HOURS = 24
// How long an operation may be under way. Longer than any operation takes, so that only a dead one is repeated.
const LEASE_MINUTES = 10

export type IdempotentRequest = {
  /** The client's `Idempotency-Key`. */
  readonly key: string
  /** The name of the operation; the same key means something else for another one. */
  readonly operation: string
  /** Hash of the body. */
  readonly fingerprint: string
}

export type IdempotentStart =
  | 'started'
  | 'in_flight'
  | 'other_body'
  /** Done before; the reply is null where replies are not kept. */
  | { readonly kind: 'replay'; readonly reply: JsonValue | null }

type KeyValues = [owner: OwnerId, operation: string, key: string]
type State = { fingerprint: string; isFinished: boolean; reply: JsonValue | null }

const insertKey = prepare<[...KeyValues, fingerprint: string], object>(
  'begin_idempotent',
  `insert into idempotency_keys as k (user_id, operation, key, fingerprint, lease_expires_at, expires_at)
   values ($1, $2, $3, $4, clock_timestamp() + interval '${LEASE_MINUTES} minutes',
     clock_timestamp() + interval '${MEMORY_HOURS} hours')
   on conflict (user_id, operation, key) do update set fingerprint = excluded.fingerprint, is_finished = false,
     reply = null, lease_expires_at = excluded.lease_expires_at, expires_at = excluded.expires_at
   where k.expires_at <= clock_timestamp() or
     (not k.is_finished and k.lease_expires_at <= clock_timestamp() and k.fingerprint = excluded.fingerprint)
   returning key`,
)

const selectKey = prepare<KeyValues, State>(
  'select_idempotency_key',
  `select fingerprint, is_finished as "isFinished", reply from idempotency_keys
   where user_id = $1 and operation = $2 and key = $3`,
)

const finishKey = prepare<[...KeyValues, reply: string | null], object>(
  'finish_idempotent',
  `update idempotency_keys set is_finished = true, reply = $4
   where user_id = $1 and operation = $2 and key = $3 and not is_finished`,
)

const deleteKey = prepare<KeyValues, object>(
  'abandon_idempotent',
  `delete from idempotency_keys where user_id = $1 and operation = $2 and key = $3 and not is_finished`,
)

/**
 * Claims a key. `started`: run the operation, then finish or abandon it. `in_flight`: it is running elsewhere.
 * `other_body`: the key was used for another request. Keys of different owners and operations are independent.
 */
export async function beginIdempotent(
  db: Database,
  owner: OwnerId,
  { key, operation, fingerprint }: IdempotentRequest,
): Promise<IdempotentStart> {
  const started = await insertKey(db.pool, [owner, operation, key, fingerprint])
  if (started.length === 1) return 'started'
  const [state] = await selectKey(db.pool, [owner, operation, key])
  // Abandoned between the two statements: another call may start it.
  if (!state) return 'in_flight'
  if (state.fingerprint !== fingerprint) return 'other_body'
  return state.isFinished ? { kind: 'replay', reply: state.reply } : 'in_flight'
}

/** Remembers that the operation was done, with the reply where replies may be kept. */
export async function finishIdempotent(
  db: Database,
  owner: OwnerId,
  {
    key,
    operation,
    reply,
  }: Pick<IdempotentRequest, 'key' | 'operation'> & { readonly reply: JsonValue | null },
): Promise<void> {
  await finishKey(db.pool, [owner, operation, key, reply === null ? null : JSON.stringify(reply)])
}

/** Frees a key whose operation came to nothing, so that it can be tried again. */
export async function abandonIdempotent(
  db: Database,
  owner: OwnerId,
  { key, operation }: Pick<IdempotentRequest, 'key' | 'operation'>,
): Promise<void> {
  await deleteKey(db.pool, [owner, operation, key])
}
