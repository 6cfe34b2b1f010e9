import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

const selectRecord = prepare('select_tool_sign_in')<
  [owner: OwnerId, toolServerId: string],
  { recordCipher: Buffer }
>(`
  select record_cipher as "recordCipher" from tool_sign_ins where user_id = $1 and tool_server_id = $2
`)

const upsertRecord = prepare('upsert_tool_sign_in')<
  [owner: OwnerId, toolServerId: string, recordCipher: Buffer],
  object
>(`
  insert into tool_sign_ins (user_id, tool_server_id, record_cipher) values ($1, $2, $3)
  on conflict (user_id, tool_server_id) do update set record_cipher = excluded.record_cipher
`)

const lockRecord = prepare('lock_tool_sign_in')<
  [owner: OwnerId, toolServerId: string, lifetimeMs: number],
  { toolServerId: string }
>(`
  update tool_sign_ins set locked_until = clock_timestamp() + make_interval(secs => $3 / 1000.0)
  where user_id = $1 and tool_server_id = $2
    and (locked_until is null or locked_until < clock_timestamp())
  returning tool_server_id as "toolServerId"
`)

const unlockRecord = prepare('unlock_tool_sign_in')<[owner: OwnerId, toolServerId: string], object>(
  `update tool_sign_ins set locked_until = null where user_id = $1 and tool_server_id = $2`,
)

const removeRecord = prepare('delete_tool_sign_in')<[owner: OwnerId, toolServerId: string], object>(
  `delete from tool_sign_ins where user_id = $1 and tool_server_id = $2`,
)

/** Returns the sealed record of an owner's sign-in at a tool server; null when there is none. */
export async function getToolSignIn(
  db: Database,
  owner: OwnerId,
  toolServerId: string,
): Promise<Buffer | null> {
  const [row] = await selectRecord(db.pool, [owner, toolServerId])
  return row?.recordCipher ?? null
}

/** Stores the sealed record in place of the previous one. */
export async function saveToolSignIn(
  db: Database,
  owner: OwnerId,
  { toolServerId, recordCipher }: { readonly toolServerId: string; readonly recordCipher: Buffer },
): Promise<void> {
  await upsertRecord(db.pool, [owner, toolServerId, recordCipher])
}

/**
 * Locks a record for at most `lifetimeMs`, across all replicas, without holding a connection. False when it
 * is already locked, and when there is no record.
 */
export async function lockToolSignIn(
  db: Database,
  owner: OwnerId,
  { toolServerId, lifetimeMs }: { readonly toolServerId: string; readonly lifetimeMs: number },
): Promise<boolean> {
  return (await lockRecord(db.pool, [owner, toolServerId, lifetimeMs])).length === 1
}

/** Releases the lock of a record. */
export async function unlockToolSignIn(db: Database, owner: OwnerId, toolServerId: string): Promise<void> {
  await unlockRecord(db.pool, [owner, toolServerId])
}

/** Deletes the record of an owner's sign-in at a tool server. */
export async function deleteToolSignIn(db: Database, owner: OwnerId, toolServerId: string): Promise<void> {
  await removeRecord(db.pool, [owner, toolServerId])
}
