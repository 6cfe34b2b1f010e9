import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { addDeliveries, RUN_WAITING } from './webhook/add-deliveries.ts'

/** The key of the step that waits. */
export type ApprovalKey = { readonly runId: string; readonly stepId: number }

/** A tool call that waits for its approval. */
export type StoredApproval = ApprovalKey & {
  readonly toolServerId: string
  readonly toolName: string
  readonly argumentsCipher: Buffer
  /** ISO 8601, UTC, with Z. */
  readonly createdAt: string
}

// The waiting process renews its row every few seconds. A row that was not renewed for this long is abandoned.
const LIFETIME = `interval '10 seconds'`
const RENEWED_BELOW = `interval '7 seconds'`

const columns: Columns<StoredApproval> = {
  runId: 'run_id',
  stepId: 'step_id',
  toolServerId: 'tool_server_id',
  toolName: 'tool_name',
  argumentsCipher: 'arguments_cipher',
  createdAt: `created_at || 'Z'`,
}

type KeyValues = [owner: OwnerId, runId: string, stepId: number]

const insertApproval = prepare('insert_approval')<
  [...KeyValues, server: string, tool: string, cipher: Buffer],
  object
>(`
  with waiting as (
    insert into approvals (user_id, run_id, step_id, tool_server_id, tool_name, arguments_cipher, expires_at)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp() + ${LIFETIME})
    returning user_id, run_id, step_id, (select session_id from runs where id = $2) as session_id
  ), ${addDeliveries({ event: 'run.waiting', from: 'waiting', data: RUN_WAITING })}
  select run_id from waiting
`)

const selectPending = prepare('select_approvals')<[owner: OwnerId, runId: string | null], StoredApproval>(`
  select ${selectList(columns)} from approvals
  where user_id = $1 and ($2::uuid is null or run_id = $2) and decision_cipher is null
    and expires_at > clock_timestamp()
  order by created_at, run_id, step_id
`)

const decide = prepare('decide_approval')<[...KeyValues, cipher: Buffer], object>(`
  update approvals set decision_cipher = $4 where user_id = $1 and run_id = $2 and step_id = $3
    and decision_cipher is null and expires_at > clock_timestamp()
  returning run_id
`)

const readDecision = prepare('read_approval_decision')<KeyValues, { decisionCipher: Buffer | null }>(`
  with renewed as (
    update approvals set expires_at = clock_timestamp() + ${LIFETIME} where user_id = $1 and run_id = $2
      and step_id = $3 and decision_cipher is null and expires_at < clock_timestamp() + ${RENEWED_BELOW}
  ) select decision_cipher as "decisionCipher" from approvals where user_id = $1 and run_id = $2 and step_id = $3
`)

const removeApproval = prepare('delete_approval')<KeyValues, object>(
  `delete from approvals where user_id = $1 and run_id = $2 and step_id = $3`,
)

/** Stores that a step waits. The row expires after 10 s unless `readApprovalDecision` renews it. */
export async function createApproval(
  db: Database,
  owner: OwnerId,
  approval: Omit<StoredApproval, 'createdAt'>,
): Promise<void> {
  const { runId, stepId, toolServerId, toolName, argumentsCipher } = approval
  await insertApproval(db.pool, [owner, runId, stepId, toolServerId, toolName, argumentsCipher])
}

/** Lists the owner's pending approvals, oldest first; those of one run when `runId` is given. */
export async function listApprovals(
  db: Database,
  owner: OwnerId,
  { runId = null }: { readonly runId?: string | null } = {},
): Promise<StoredApproval[]> {
  return await selectPending(db.pool, [owner, runId])
}

/** Stores the owner's decision once. False when the owner has no such pending approval. */
export async function decideApproval(
  db: Database,
  owner: OwnerId,
  { runId, stepId, decisionCipher }: ApprovalKey & { readonly decisionCipher: Buffer },
): Promise<boolean> {
  const decided = await decide(db.pool, [owner, runId, stepId, decisionCipher])
  return decided.length === 1
}

/** Returns the decision, or null while there is none, and renews the row. The waiting process calls it every few seconds. */
export async function readApprovalDecision(
  db: Database,
  owner: OwnerId,
  { runId, stepId }: ApprovalKey,
): Promise<Buffer | null> {
  const [row] = await readDecision(db.pool, [owner, runId, stepId])
  return row?.decisionCipher ?? null
}

/** Deletes the row of a step that no longer waits. */
export async function deleteApproval(
  db: Database,
  owner: OwnerId,
  { runId, stepId }: ApprovalKey,
): Promise<void> {
  await removeApproval(db.pool, [owner, runId, stepId])
}
