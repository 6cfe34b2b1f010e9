import type { Database } from './database.ts'
import { type OwnerColumns, type OwnerId, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { type Session, type SessionPageRequest, sessionColumns } from './session.ts'
import { prepare } from './statement.ts'

type SearchValues = [
  owner: OwnerId,
  text: string,
  agentId: string | null,
  isPinned: boolean | null,
  isArchived: boolean | null,
  folder: string | null,
  sort: string,
  at: string | null,
  id: string | null,
  limit: number,
]

type SearchRow = Omit<Session, 'userId'> & OwnerColumns

const columns: Columns<SearchRow> = {
  ...sessionColumns,
  lastActiveAt: 's.last_active_at',
  treeId: 's.tree_id',
  isPinned: 's.is_pinned',
  isArchived: 's.is_archived',
  folder: 's.folder',
  thumbnail: 's.thumbnail',
  ownerId: 's.user_id',
  walletAddress: 'u.wallet_address',
}

const sortedBy = `case $7::text when 'activity' then s.last_active_at else s.created_at end`

// A lexeme in quotes followed by :* matches every word that begins with it.
const searchSessions = prepare('search_sessions')<SearchValues, SearchRow>(`
  with words as (
    select string_agg('''' || replace(lexeme, '''', '''''') || ''':*', ' & ')::tsquery as query
    from unnest(search_words($2))
  ), found as (
    select s.id from sessions s where s.user_id = $1 and search_words(s.name) @@ (select query from words)
    union
    select m.session_id from messages m where search_words(m.content) @@ (select query from words)
  )
  select ${selectList(columns)}
  from sessions s join found on found.id = s.id join users u on u.id = s.user_id
  where s.user_id = $1 and ($3::uuid is null or s.agent_id = $3)
    and ($4::boolean is null or s.is_pinned = $4) and ($5::boolean is null or s.is_archived = $5)
    and ($6::text is null or s.folder = $6)
    and ($8::text is null or (${sortedBy}, s.id) < ($8::bpchar, $9::uuid))
  order by ${sortedBy} desc, s.id desc limit $10
`)

/**
 * Lists the owner's sessions whose name or one of whose messages has every word of a text, newest first. A word of the
 * text stands for every word that begins with it, in any letter case. The first 50,000 characters of a message are
 * searched.
 */
export async function findSessions(
  db: Database,
  owner: OwnerId,
  {
    text,
    agentId,
    isPinned,
    isArchived,
    folder,
    sort,
    limit,
    behind,
  }: SessionPageRequest & { readonly text: string },
): Promise<Session[]> {
  const place = [behind?.at ?? null, behind?.id ?? null] as const
  const filter = [agentId ?? null, isPinned ?? null, isArchived ?? null, folder ?? null] as const
  const rows = await searchSessions(db.pool, [owner, text, ...filter, sort, ...place, limit])
  return rows.map(({ ownerId, walletAddress, ...session }) => ({
    ...session,
    userId: shownOwner({ ownerId, walletAddress }),
  }))
}
