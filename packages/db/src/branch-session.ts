import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { inTransaction, prepare } from './statement.ts'

/** A session among those of its chat. */
export type SessionBranch = {
  readonly id: string
  readonly name: string
  readonly agentId: string
  /** The session that it branched from, which may be deleted; null for the first one. */
  readonly branchOf: string | null
  /** How many messages it copied; null for the first one. */
  readonly branchAt: number | null
  readonly createdAt: string
}

export type NewBranch = {
  /** The session whose messages are copied. */
  readonly id: string
  /** The session that the branch is recorded under. */
  readonly branchOf: string
  /** How many messages are copied. */
  readonly branchAt: number
  readonly agentId: string
  readonly personaId: number
}

const selectTree = prepare('select_session_tree')<[owner: OwnerId, id: string], SessionBranch>(`
  select id, name, agent_id as "agentId", branch_of as "branchOf", branch_at as "branchAt",
    created_at as "createdAt"
  from sessions
  where user_id = $1 and tree_id = (select tree_id from sessions where user_id = $1 and id = $2)
  order by created_at, id
`)

type InsertValues = [
  owner: OwnerId,
  id: string,
  branchOf: string,
  branchAt: number,
  agentId: string,
  personaId: number,
]

// The lock makes a deletion of the session wait, so that it finds the copied answers and bequeaths their runs.
const insertBranch = prepare('insert_session_branch')<InsertValues, { id: string }>(`
  with source as (select * from sessions where user_id = $1 and id = $2 for share)
  insert into sessions (user_id, agent_id, persona_id, name, is_pinned, is_archived, folder, last_sequence, tree_id, branch_of, branch_at, thumbnail)
  select $1, $5, $6, source.name, source.is_pinned, source.is_archived, source.folder, $4, source.tree_id, $3, $4,
    (select path from messages m, json_array_elements_text(m.artifacts) path
      where m.session_id = $2 and m.sequence <= $4 and m.role = 'assistant' and json_typeof(m.artifacts) = 'array' and path like '%.png'
      order by m.sequence desc limit 1)
  from source
  returning id
`)

const copyMessages = prepare('copy_messages')<[from: string, to: string, count: number], object>(`
  insert into messages (session_id, sequence, role, content, type, status, run_id, artifacts, created_at, written_by)
  select $2, sequence, role, content, type, status, run_id, artifacts, created_at, written_by
  from messages where session_id = $1 and sequence <= $3
`)

/** Lists the branches of the chat of a session, oldest first; an empty list when the owner has no such session. */
export async function listBranches(db: Database, owner: OwnerId, id: string): Promise<SessionBranch[]> {
  return await selectTree(db.pool, [owner, id])
}

/**
 * Creates a session that begins with the first messages of another one. Returns its id; null when the owner has no such
 * session. The caller has checked the agent.
 */
export async function branchSession(db: Database, owner: OwnerId, branch: NewBranch): Promise<string | null> {
  const { id, branchOf, branchAt, agentId, personaId } = branch
  return await inTransaction(db, async (connection) => {
    const [created] = await insertBranch(connection, [owner, id, branchOf, branchAt, agentId, personaId])
    if (!created) return null
    await copyMessages(connection, [id, created.id, branchAt])
    return created.id
  })
}
