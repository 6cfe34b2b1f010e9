import type { Message } from '@parley/contract'
import type { ListedSession, Session, SessionBranch, StoredMessage } from '@parley/core'

/** The fields that every view of a session has. */
export function presentSession(row: Session) {
  return {
    session_id: row.id,
    name: row.name,
    created_at: row.createdAt,
    persona_id: row.personaId,
    agent_id: row.agentId,
  }
}

/** A session as the list shows it. */
export function presentSessionListEntry(row: Session) {
  const { agent_id, ...fields } = presentSession(row)
  return { ...fields, user_id: row.userId }
}

/** A session as a page of the list shows it. */
export function presentSessionOfPage(row: ListedSession) {
  return {
    ...presentSession(row),
    user_id: row.userId,
    last_active_at: row.lastActiveAt,
    tree_id: row.treeId,
    ...presentKeeping(row),
    thumbnail: row.thumbnail,
    is_running: row.isRunning,
  }
}

/** How a session is kept in the list of its owner. */
export function presentKeeping(row: Pick<Session, 'isPinned' | 'isArchived' | 'folder'>) {
  return { is_pinned: row.isPinned, is_archived: row.isArchived, folder: row.folder }
}

/** A session among the branches of its chat. */
export function presentBranch(row: SessionBranch) {
  return {
    session_id: row.id,
    name: row.name,
    agent_id: row.agentId,
    branch_of: row.branchOf,
    branch_at: row.branchAt,
    created_at: row.createdAt,
  }
}

/** A stored message. Suggestions are never stored, so history has none. */
export function presentMessage(row: StoredMessage): Message {
  const { role, content, artifacts } = row
  const fields = { role, content, artifacts, suggestions: null, created_at: row.createdAt }
  if (role === 'user') return { ...fields, type: null, status: null, run_id: null }
  return { ...fields, type: row.type, status: row.status, run_id: row.runId }
}
