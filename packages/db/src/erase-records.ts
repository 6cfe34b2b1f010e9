import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import type { PendingErasure } from './erasure.ts'
import type { OwnerId } from './owner.ts'
import { retireGoneBlobs } from './retired-blob.ts'
import { inTransaction, prepare } from './statement.ts'

/** Time in which every replica ends the streams of a person whose account was just disabled. */
const SETTLE = `interval '4 seconds'`

/** The tables with rows of a person, and how their rows name the person. A test compares them with the schema. */
const OWN_TABLES = [
  'agents',
  'api_keys',
  'approvals',
  'artifacts',
  'data_sources',
  'definitions',
  'event_subjects',
  'idempotency_keys',
  'llm_configs',
  'pending_sign_ins',
  'personas',
  'ratings',
  'recovery_codes',
  'runs',
  'sessions',
  'sign_ins',
  'suggestions',
  'tool_sign_ins',
  'usage_months',
  'webhooks',
] as const

const counts = [
  `select 'users' as name, count(*)::int as rows from users where id = $1`,
  ...OWN_TABLES.map((table) => `select '${table}', count(*)::int from ${table} where user_id = $1`),
  `select 'invitations', count(*)::int from invitations where created_by = $1 or used_by = $1`,
  `select 'messages', count(*)::int from messages m join sessions s on s.id = m.session_id where s.user_id = $1`,
  `select 'steps', count(*)::int from steps t join runs r on r.id = t.run_id where r.user_id = $1`,
  `select 'webhook_deliveries', count(*)::int from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.user_id = $1`,
].join(' union all ')

const claimErasure = prepare('claim_erasure')<[id: string], { isReady: boolean }>(`
  select asked_at < clock_timestamp() - ${SETTLE} and not exists (
    select from runs r where r.user_id = e.user_id and r.status = 'running' and r.lease_expires_at > clock_timestamp()
  ) as "isReady"
  from erasures e where id = $1 and erased_at is null and user_id is not null for update skip locked
`)

const countRows = prepare('count_rows_of_person')<[owner: OwnerId], { name: string; rows: number }>(counts)

const deleteArtifacts = prepare('delete_artifacts_of_person')<[owner: OwnerId], object>(`
  with gone as (delete from artifacts where user_id = $1 returning path) ${retireGoneBlobs}
`)

// Rows that name the person by a wallet or a key, without a reference to the user.
const deleteTraces = prepare('delete_traces_of_person')<[owner: OwnerId], object>(`
  with wallets as (
    select subject as wallet from sign_ins where user_id = $1 and kind = 'wallet'
    union select wallet_key from users where id = $1 and wallet_key is not null
  ), challenges as (
    delete from wallet_challenges where wallet_key in (select wallet from wallets)
  ), links as (
    delete from invitations where used_by = $1
  )
  delete from rate_buckets where bucket in (select 'sign-in:wallet:' || wallet from wallets)
`)

const deleteSessions = prepare('delete_sessions_of_person')<[owner: OwnerId], object>(
  'delete from sessions where user_id = $1',
)

const deleteAgents = prepare('delete_agents_of_person')<[owner: OwnerId], object>(
  'delete from agents where user_id = $1',
)

const deleteUser = prepare('delete_user')<[owner: OwnerId], object>('delete from users where id = $1')

const keepCounts = prepare('keep_erased_rows')<[id: string, erased: string], object>(`
  update erasures set erased = $2, erased_at = clock_timestamp(),
    subject = (select subject from event_subjects where user_id = erasures.user_id)
  where id = $1
`)

const forgetBlobs = prepare('forget_blobs_of_person')<[folder: string], object>(
  'delete from retired_blobs where starts_with(path, $1)',
)

const forgetVersions = prepare('forget_versions_of_person')<[folder: string], object>(
  'delete from retired_versions where starts_with(version, $1)',
)

/**
 * Deletes every row of a person in one transaction, and notes how many there were. False while a replica may still end
 * the person's turns and streams, and while another process erases.
 */
export async function eraseRecords(
  db: Database,
  { id, owner }: Pick<PendingErasure, 'id' | 'owner'>,
): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    const [claim] = await claimErasure(connection, [id])
    if (!claim?.isReady) return false
    const found = await countRows(connection, [owner])
    const erased = Object.fromEntries(
      found.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]),
    )
    await keepCounts(connection, [id, JSON.stringify(erased)])
    await deleteRows(connection, owner)
    return true
  })
}

/** In the order in which rows refer to each other: sessions to agents, agents to configurations. */
async function deleteRows(connection: PoolClient, owner: OwnerId): Promise<void> {
  await deleteArtifacts(connection, [owner])
  await deleteTraces(connection, [owner])
  await deleteSessions(connection, [owner])
  await deleteAgents(connection, [owner])
  await deleteUser(connection, [owner])
}

/** Forgets the retired files in these folders. Call it after the folders were removed. */
export async function forgetRetiredFiles(
  db: Database,
  { blobs, versions }: { readonly blobs: string; readonly versions: string },
): Promise<void> {
  await forgetBlobs(db.pool, [`${blobs}/`])
  await forgetVersions(db.pool, [`${versions}/`])
}
