import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

const selectRecord = prepare<[owner: OwnerId, toolServerId: string], { recordCipher: Buffer }>(
  'select_tool_sign_in',
  `select record_cipher as "recordCipher" from tool_sign_ins where user_id = $1 and tool_server_id = $2`,
)

const upsertRecord = prepare<[owner: OwnerId, toolServerId: string, recordCipher: Buffer], object>(
  'upsert_tool_sign_in',
  `insert into tool_sign_ins (user_id, tool_server_id, record_cipher) values ($1, $2, $3)
   on conflict (user_id, tool_server_id) do update set record_cipher = excluded.record_cipher`,
)

const removeRecord = prepare<[owner: OwnerId, toolServerId: string], object>(
  'delete_tool_sign_in',
  `delete from tool_sign_ins where user_id = $1 and tool_server_id = $2`,
)

/** The encrypted record of an owner's sign-in at a tool server; null when there is none. */
export async function getToolSignIn(
  db: Database,
  owner: OwnerId,
  toolServerId: string,
): Promise<Buffer | null> {
  const [row] = await selectRecord(db.pool, [owner, toolServerId])
  return row?.recordCipher ?? null
}

/** Stores the encrypted record in place of the one before. */
export async function saveToolSignIn(
  db: Database,
  owner: OwnerId,
  { toolServerId, recordCipher }: { readonly toolServerId: string; readonly recordCipher: Buffer },
): Promise<void> {
  await upsertRecord(db.pool, [owner, toolServerId, recordCipher])
}

/** Forgets an owner's sign-in at a tool server. */
export async function deleteToolSignIn(db: Database, owner: OwnerId, toolServerId: string): Promise<void> {
  await removeRecord(db.pool, [owner, toolServerId])
}
