import type { JsonValue } from '@parley/domain'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

// How long the reply of a finished operation is kept.
const MEMORY_HOURS = 24
// Maximum duration of an operation, longer than any operation takes. After it only operations of killed
// processes run again.
const LEASE_MINUTES = 10

export type IdempotentRequest = {
  /** The client's `Idempotency-Key`. */
  readonly key: string
  /** The name of the operation; keys of different operations are independent. */
  readonly operation: string
  /** Hash of the body. */
  readonly fingerprint: string
}

export type IdempotentStart =
  | 'started'
  | 'in_flight'
  | 'other_body'
  /** The operation has finished; the reply is null when replies are not kept. */
  | { readonly kind: 'replay'; readonly reply: JsonValue | null }

type KeyValues = [owner: OwnerId, operation: string, key: string]
type State = { fingerprint: string; isFinished: boolean; reply: JsonValue | null }

const insertKey = prepare('begin_idempotent')<[...KeyValues, fingerprint: string], object>(`
  insert into idempotency_keys as k (user_id, operation, key, fingerprint, lease_expires_at, expires_at)
  values ($1, $2, $3, $4, clock_timestamp() + interval '${LEASE_MINUTES} minutes',
    clock_timestamp() + interval '${MEMORY_HOURS} hours')
  on conflict (user_id, operation, key) do update set fingerprint = excluded.fingerprint, is_finished = false,
    reply = null, lease_expires_at = excluded.lease_expires_at, expires_at = excluded.expires_at
  where k.expires_at <= clock_timestamp() or
    (not k.is_finished and k.lease_expires_at <= clock_timestamp() and k.fingerprint = excluded.fingerprint)
  returning key
`)

const selectKey = prepare('select_idempotency_key')<KeyValues, State>(`
  select fingerprint, is_finished as "isFinished", reply from idempotency_keys
  where user_id = $1 and operation = $2 and key = $3
`)

const finishKey = prepare('finish_idempotent')<[...KeyValues, reply: string | null], object>(`
  update idempotency_keys set is_finished = true, reply = $4
  where user_id = $1 and operation = $2 and key = $3 and not is_finished
`)

const deleteKey = prepare('abandon_idempotent')<KeyValues, object>(
  `delete from idempotency_keys where user_id = $1 and operation = $2 and key = $3 and not is_finished`,
)

/**
 * Claims a key. `started`: run the operation, then finish or abandon it. `in_flight`: the operation is running.
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
  // The key was abandoned between the two statements; another call may start the operation.
  if (!state) return 'in_flight'
  if (state.fingerprint !== fingerprint) return 'other_body'
  return state.isFinished ? { kind: 'replay', reply: state.reply } : 'in_flight'
}

/** Records that the operation is finished, with its reply when replies may be kept. */
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

/** Releases the key of a failed operation, so that it can be retried. */
export async function abandonIdempotent(
  db: Database,
  owner: OwnerId,
  { key, operation }: Pick<IdempotentRequest, 'key' | 'operation'>,
): Promise<void> {
  await deleteKey(db.pool, [owner, operation, key])
}
