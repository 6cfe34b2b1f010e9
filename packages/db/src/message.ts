import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import type { Columns } from './select-list.ts'

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

// More text than any model accepts. Limits the memory for a history of huge messages.
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

/**
 * SQL for the from clause: the newest messages of session `s` before a sequence number. Leaves out older
 * messages beyond two megabytes of text in total.
 */
export function newestMessages({ before, limit }: { before: string; limit: string }): string {
  return `(select * from (
      select *, sum(octet_length(content)) over (order by sequence desc rows unbounded preceding) as bytes
      from messages where session_id = s.id and sequence < ${before} order by sequence desc limit ${limit}
    ) newest where bytes <= ${NEWEST_BYTES})`
}

/** Lists all messages of a session in order; an empty list when the owner has no such session. */
export async function listMessages(
  db: Database,
  owner: OwnerId,
  sessionId: string,
): Promise<StoredMessage[]> {
  const messages = await db.prisma.message.findMany({
    where: { sessionId, session: { userId: owner } },
    omit: { sessionId: true, writtenBy: true },
    orderBy: { sequence: 'asc' },
  })
  // Only the statements of a turn write it, from these unions.
  return messages as StoredMessage[]
}

/** Lists messages of the owner's session, newest first: at most `limit`, before a sequence number where one is given. */
export async function listNewestMessages(
  db: Database,
  owner: OwnerId,
  {
    sessionId,
    limit,
    before,
  }: { readonly sessionId: string; readonly limit: number; readonly before?: number },
): Promise<StoredMessage[]> {
  const messages = await db.prisma.message.findMany({
    where: {
      sessionId,
      session: { userId: owner },
      ...(before !== undefined && { sequence: { lt: before } }),
    },
    omit: { sessionId: true, writtenBy: true },
    orderBy: { sequence: 'desc' },
    take: limit,
  })
  // Only the statements of a turn write it, from these unions.
  return messages as StoredMessage[]
}
