import type { Database } from './database.ts'
import { type OwnerColumns, type OwnerId, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { listSessions, type Session, type SessionPageRequest, sessionColumns } from './session.ts'
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

// A lexeme in quotes followed by :* matches every word that begins with it. As an array the found ids are looked up one by
// one; joined, PostgreSQL expects so many that it reads all sessions of the owner.
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

// A session whose messages exceed the budget is left out, and so is every one behind it.
const judgeSessions = prepare('judge_sessions')<
  [ids: string[], text: string, mostMessages: number, mostBytes: number],
  { id: string; isFound: boolean }
>(`
  with words as (
    select string_agg('''' || replace(lexeme, '''', '''''') || ''':*', ' & ')::tsquery as query
    from unnest(search_words($2))
  ), counted as (
    select s.id, s.name, given.place, sum(s.last_sequence) over (order by given.place) as messages
    from unnest($1::uuid[]) with ordinality as given (id, place) join sessions s on s.id = given.id
  ), weighed as (
    select c.id, c.name, c.place, sum(size.bytes) over (order by c.place) as bytes
    from counted c, lateral (
      select coalesce(sum(octet_length(m.content)), 0) as bytes from messages m where m.session_id = c.id
    ) size
    where c.messages <= $3::int
  )
  select w.id, coalesce(search_words(w.name) @@ query or exists (
    select from messages m where m.session_id = w.id and search_words(m.content) @@ query
  ), false) as "isFound"
  from weighed w, words where w.bytes <= $4::int order by w.place
`)

/** Sessions that are read and judged at once, and what their messages may weigh. */
const WALK = { sessions: 64, messages: 2_000, bytes: 256_000 }

/** The walk goes on while at least this many of the sessions judged at once are found. The index is faster otherwise. */
const FEWEST_FOUND = 6

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
 * Reads the sessions in the order of the list and judges each, until the page is full. So a word that stands
 * everywhere costs one page, and a short list never costs a search through the messages of all users. Null when the
 * words are rare or the messages are long.
 */
async function walkSessions(db: Database, owner: OwnerId, wanted: Wanted): Promise<Session[] | null> {
  const { text, ...request } = wanted
  const found: Session[] = []
  let { behind } = request
  for (;;) {
    const place = behind && { behind }
    const sessions = await listSessions(db, owner, { ...request, limit: WALK.sessions, ...place })
    const ids = sessions.map(({ id }) => id)
    const judged = await judgeSessions(db.pool, [ids, text, WALK.messages, WALK.bytes])
    const foundIds = new Set(judged.filter(({ isFound }) => isFound).map(({ id }) => id))
    found.push(...sessions.filter(({ id }) => foundIds.has(id)))
    if (found.length >= request.limit) return found.slice(0, request.limit)
    const last = sessions.at(-1)
    if (judged.length < sessions.length) return null
    if (!last || sessions.length < WALK.sessions) return found
    if (foundIds.size < FEWEST_FOUND) return null
    behind = { at: request.sort === 'created' ? last.createdAt : last.lastActiveAt, id: last.id }
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
  return rows.map(({ ownerId, walletAddress, ...session }) => ({
    ...session,
    userId: shownOwner({ ownerId, walletAddress }),
  }))
}
