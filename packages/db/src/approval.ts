import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'

/** Names the step that waits. */
export type ApprovalKey = { readonly runId: string; readonly stepId: number }

/** A tool call that waits for its owner's word. */
export type Approval = ApprovalKey & {
  readonly toolServerId: string
  readonly toolName: string
  readonly argumentsCipher: Buffer
  /** ISO 8601, UTC, with Z. */
  readonly createdAt: string
}

// A row whose process stopped looking at it for this long is nobody's business any more.
const LIFETIME = `interval '10 seconds'`
const RENEWED_BELOW = `interval '7 seconds'`

const columns: Columns<Approval> = {
  runId: 'run_id',
  stepId: 'step_id',
  toolServerId: 'tool_server_id',
  toolName: 'tool_name',
  argumentsCipher: 'arguments_cipher',
  createdAt: `created_at || 'Z'`,
}

type KeyValues = [owner: OwnerId, runId: string, stepId: number]

const insertApproval = prepare<[...KeyValues, server: string, tool: string, cipher: Buffer], object>(
  'insert_approval',
  `insert into approvals (user_id, run_id, step_id, tool_server_id, tool_name, arguments_cipher, expires_at)
   values ($1, $2, $3, $4, $5, $6, clock_timestamp() + ${LIFETIME})`,
)

const selectPending = prepare<[owner: OwnerId, runId: string | null], Approval>(
  'select_approvals',
  `select ${selectList(columns)} from approvals
   where user_id = $1 and ($2::uuid is null or run_id = $2) and decision_cipher is null
     and expires_at > clock_timestamp()
   order by created_at, run_id, step_id`,
)

const decide = prepare<[...KeyValues, cipher: Buffer], object>(
  'decide_approval',
  `update approvals set decision_cipher = $4 where user_id = $1 and run_id = $2 and step_id = $3
     and decision_cipher is null and expires_at > clock_timestamp()
   returning run_id`,
)

const readDecision = prepare<KeyValues, { decisionCipher: Buffer | null }>(
  'read_approval_decision',
  `with renewed as (
     update approvals set expires_at = clock_timestamp() + ${LIFETIME} where user_id = $1 and run_id = $2
       and step_id = $3 and decision_cipher is null and expires_at < clock_timestamp() + ${RENEWED_BELOW}
   ) select decision_cipher as "decisionCipher" from approvals where user_id = $1 and run_id = $2 and step_id = $3`,
)

const removeApproval = prepare<KeyValues, object>(
  'delete_approval',
  `delete from approvals where user_id = $1 and run_id = $2 and step_id = $3`,
)

/** Stores that a step waits. The row lives 10 s unless `readApprovalDecision` goes on asking for it. */
export async function createApproval(
  db: Database,
  owner: OwnerId,
  approval: Omit<Approval, 'createdAt'>,
): Promise<void> {
  const { runId, stepId, toolServerId, toolName, argumentsCipher } = approval
  await insertApproval(db.pool, [owner, runId, stepId, toolServerId, toolName, argumentsCipher])
}

/** What waits for the owner, longest first; of one run where `runId` is given. */
export async function listApprovals(
  db: Database,
  owner: OwnerId,
  { runId = null }: { readonly runId?: string | null } = {},
): Promise<Approval[]> {
  return await selectPending(db.pool, [owner, runId])
}

/** Stores the owner's decision, once. False when nothing of the owner's waits there. */
export async function decideApproval(
  db: Database,
  owner: OwnerId,
  { runId, stepId, decisionCipher }: ApprovalKey & { readonly decisionCipher: Buffer },
): Promise<boolean> {
  const decided = await decide(db.pool, [owner, runId, stepId, decisionCipher])
  return decided.length === 1
}

/** The decision, or null while there is none; keeps the row alive. To be called every few seconds by who waits. */
export async function readApprovalDecision(
  db: Database,
  owner: OwnerId,
  { runId, stepId }: ApprovalKey,
): Promise<Buffer | null> {
  const [row] = await readDecision(db.pool, [owner, runId, stepId])
  return row?.decisionCipher ?? null
}

/** Removes the row of a step that no longer waits. */
export async function deleteApproval(
  db: Database,
  owner: OwnerId,
  { runId, stepId }: ApprovalKey,
): Promise<void> {
  await removeApproval(db.pool, [owner, runId, stepId])
}
