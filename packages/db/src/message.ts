import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'

export type MessageStatus = 'ok' | 'error' | 'interrupted' | 'cancelled' | 'truncated'

export type StoredMessage = {
  /** Position in the session, from 1 and without gaps. */
  readonly sequence: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** Null for questions. */
  readonly type: 'chat' | 'message' | 'dia' | null
  /** Null for questions. */
  readonly status: MessageStatus | null
  /** Null for questions, empty for answers without tools. */
  readonly runId: string | null
  readonly artifacts: string[] | null
  readonly createdAt: string
}

// No model reads more than this; a page of huge messages must not fill the memory.
const NEWEST_BYTES = 2_000_000

/** Columns of a message `m`. */
export const messageColumns: Columns<StoredMessage> = {
  sequence: 'm.sequence',
  role: 'm.role',
  content: 'm.content',
  type: 'm.type',
  status: 'm.status',
  runId: 'm.run_id',
  artifacts: 'm.artifacts',
  createdAt: 'm.created_at',
}

const selectMessages = prepare<[owner: OwnerId, sessionId: string], StoredMessage>(
  'select_messages',
  `select ${selectList(messageColumns)} from messages m join sessions s on s.id = m.session_id
   where m.session_id = $2 and s.user_id = $1 order by m.sequence`,
)

/**
 * SQL for the newest messages of session `s` in front of a sequence number, for use in a from clause.
 * Messages beyond two megabytes of text, counted from the newest on, are left out.
 */
export function newestMessages({ before, limit }: { before: string; limit: string }): string {
  return `(select * from (
      select *, sum(octet_length(content)) over (order by sequence desc rows unbounded preceding) as bytes
      from messages where session_id = s.id and sequence < ${before} order by sequence desc limit ${limit}
    ) newest where bytes <= ${NEWEST_BYTES})`
}

/** Lists all messages of a session in order; none when the owner has no such session. */
export async function listMessages(
  db: Database,
  owner: OwnerId,
  sessionId: string,
): Promise<StoredMessage[]> {
  return await selectMessages(db.pool, [owner, sessionId])
}
