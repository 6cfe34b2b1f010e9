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

// A lexeme in quotes followed by :* matches every word that begins with it. The found ids are an array, so that they
// are looked up one by one. With a join, PostgreSQL expects so many that it reads all sessions of the owner.
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
  from sessions s join users u on u.id = s.user_id
  where s.user_id = $1 and s.id = any(array(select id from found)) and ($3::uuid is null or s.agent_id = $3)
    and ($4::boolean is null or s.is_pinned = $4) and ($5::boolean is null or s.is_archived = $5)
    and ($6::text is null or s.folder = $6)
    and ($8::text is null or (${sortedBy}, s.id) < ($8::bpchar, $9::uuid))
  order by ${sortedBy} desc, s.id desc limit $10
`)

type WalkValues = [
  owner: OwnerId,
  text: string,
  agentId: string | null,
  isPinned: boolean | null,
  isArchived: boolean | null,
  folder: string | null,
  at: string | null,
  id: string | null,
  ahead: number,
  mostMessages: number,
  mostBytes: number,
  limit: number,
]

type WalkRow = SearchRow & { readonly isFound: boolean; readonly isLast: boolean; readonly isCut: boolean }

/** ASCII characters behind which the text search begins a word. Not the tilde, which begins the name of a file. */
const BEFORE_A_WORD = '(^|[\\x01-\\x2f\\x3a-\\x60\\x7b-\\x7d])'

/**
 * Reads sessions in their order until enough are found. The last row may be the session at which the walk stopped: the
 * last of those ahead, or the first whose messages exceed the budget. The latter is not judged. Parsing a message costs
 * forty times as much as looking for words in it. So a message is parsed only when it contains the words, and not when
 * all are plain words and each is found at a place where a word certainly begins.
 */
const walkBy = (time: 'created_at' | 'last_active_at') => `
  with words as materialized (
    select string_agg('''' || replace(lexeme, '''', '''''') || ''':*', ' & ')::tsquery as query,
      array_agg('%' || lexeme || '%') as parts,
      case when bool_and(lexeme ~ '^[a-z0-9]+$') then array_agg('${BEFORE_A_WORD}' || lexeme) end as beginnings
    from unnest(search_words($2))
  ), counted as not materialized (
    select s.*, row_number() over walk as place, sum(s.last_sequence) over walk as messages
    from sessions s
    where s.user_id = $1 and ($3::uuid is null or s.agent_id = $3) and ($4::boolean is null or s.is_pinned = $4)
      and ($5::boolean is null or s.is_archived = $5) and ($6::text is null or s.folder = $6)
      and ($7::bpchar is null or (s.${time}, s.id) < ($7::bpchar, $8::uuid))
    window walk as (order by s.${time} desc, s.id desc rows unbounded preceding)
    order by s.${time} desc, s.id desc limit $9
  ), weighed as not materialized (
    select c.*, size.bytes as own, sum(size.bytes) over (order by c.${time} desc, c.id desc rows unbounded preceding) as bytes
    from counted c, lateral (
      select case when c.messages <= $10::int
        then (select coalesce(sum(octet_length(m.content)), 0) from messages m where m.session_id = c.id)
        else $11::int + 1 end as bytes
      offset 0
    ) size
    order by c.${time} desc, c.id desc
  )
  select ${selectList(columns)}, found.found as "isFound", s.place = $9 as "isLast",
    s.bytes > $11 as "isCut"
  from weighed s join users u on u.id = s.user_id, lateral (
    select case when s.bytes <= $11 then exists (
      select from (select s.name as content union all select m.content from messages m where m.session_id = s.id) t
      where case when t.content ilike all ((select parts from words)::text[])
        then lower(left(t.content, 50000)) ~ all ((select beginnings from words)::text[])
          or search_words(t.content) @@ (select query from words) end
    ) else false end as found
    offset 0
  ) found
  where s.bytes - s.own <= $11 and (found.found or s.place = $9 or s.bytes > $11)
  order by s.${time} desc, s.id desc limit $12
`

const walks = {
  created: prepare('walk_sessions')<WalkValues, WalkRow>(walkBy('created_at')),
  activity: prepare('walk_sessions_by_activity')<WalkValues, WalkRow>(walkBy('last_active_at')),
}

/** Sessions that the first walk and each further walk judge, and how many messages and bytes one walk may read. */
const WALK = { first: 128, ahead: 2_000, messages: 10_000, bytes: 4_000_000 }

/** The walk goes on while it finds at least one in this many sessions. Otherwise the index is faster. */
const RAREST = 50

type Wanted = SessionPageRequest & { readonly text: string }

/**
 * Lists the owner's sessions whose name or one of whose messages has every word of a text, newest first. A word of the
 * text stands for every word that begins with it, in any letter case. The first 50,000 characters of a message are
 * searched.
 */
export async function findSessions(db: Database, owner: OwnerId, wanted: Wanted): Promise<Session[]> {
  return (await walkSessions(db, owner, wanted)) ?? (await searchIndex(db, owner, wanted))
}

/**
 * Walks through the sessions in the order of the list until the page is full. So a frequent word costs the newest
 * sessions of the owner, not a search through the messages of all users. Null when the words are rare or the messages
 * are long.
 */
async function walkSessions(db: Database, owner: OwnerId, wanted: Wanted): Promise<Session[] | null> {
  const { text, agentId, isPinned, isArchived, folder, sort, limit } = wanted
  const filter = [agentId ?? null, isPinned ?? null, isArchived ?? null, folder ?? null] as const
  const found: Session[] = []
  let { behind } = wanted
  for (let ahead = WALK.first; ; ahead = WALK.ahead) {
    const left = limit - found.length
    const place = [behind?.at ?? null, behind?.id ?? null] as const
    const bounds = [ahead, WALK.messages, WALK.bytes, left] as const
    const rows = await walks[sort](db.pool, [owner, text, ...filter, ...place, ...bounds])
    const more = rows.filter(({ isFound }) => isFound)
    found.push(...more.map(({ isFound: _found, isLast: _last, isCut: _cut, ...row }) => toSession(row)))
    if (more.length === left) return found
    if (rows.some(({ isCut }) => isCut)) return null
    const last = rows.find(({ isLast }) => isLast)
    if (!last) return found
    if (more.length * RAREST < ahead) return null
    behind = { at: sort === 'created' ? last.createdAt : last.lastActiveAt, id: last.id }
  }
}

async function searchIndex(
  db: Database,
  owner: OwnerId,
  { text, agentId, isPinned, isArchived, folder, sort, limit, behind }: Wanted,
): Promise<Session[]> {
  const place = [behind?.at ?? null, behind?.id ?? null] as const
  const filter = [agentId ?? null, isPinned ?? null, isArchived ?? null, folder ?? null] as const
  const rows = await searchSessions(db.pool, [owner, text, ...filter, sort, ...place, limit])
  return rows.map(toSession)
}

function toSession({ ownerId, walletAddress, ...session }: SearchRow): Session {
  return { ...session, userId: shownOwner({ ownerId, walletAddress }) }
}
