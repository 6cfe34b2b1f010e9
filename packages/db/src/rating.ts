import type { Database } from './database.ts'
import { onlyDefined } from './only-defined.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'

type Verdict = 'up' | 'down'

/** What a user thinks of the answer of a run. */
export type StoredRating = {
  readonly runId: string
  readonly sessionId: string
  readonly verdict: Verdict
  /** Empty for none. */
  readonly comment: string
  /** When it was given or last changed: UTC with six decimals and without Z. */
  readonly ratedAt: string
}

/** An answer of a session. */
export type RatedAnswer = {
  /** The position of the answer among the messages of the session, from 1. */
  readonly sequence: number
  readonly runId: string
  /** Null for an answer without a rating. */
  readonly verdict: Verdict | null
  /** Null for an answer without a rating. */
  readonly comment: string | null
}

export type RatingFilter = {
  readonly verdict?: Verdict
  readonly sessionId?: string
  readonly agentId?: string
}

/** A place in the list of ratings, behind the rating that it names. */
export type RatingPlace = { readonly ratedAt: string; readonly runId: string }

type RatingRow = Omit<StoredRating, 'verdict'> & { readonly verdict: string }

const columns: Columns<RatingRow> = {
  runId: 'rated.run_id',
  sessionId: 'r.session_id',
  verdict: 'rated.verdict',
  comment: 'rated.comment',
  ratedAt: 'rated.rated_at',
}

// The lock makes a deletion of the run wait, which then deletes the rating too.
const upsertRating = prepare('upsert_rating')<
  [owner: OwnerId, runId: string, verdict: string, comment: string],
  RatingRow
>(`
  with r as (select id, session_id from runs where id = $2 and user_id = $1 and status <> 'running' for key share),
  rated as (
    insert into ratings (run_id, user_id, verdict, comment) select id, $1, $3, $4 from r
    on conflict (run_id) do update set verdict = $3, comment = $4, rated_at = iso_now()
    returning run_id, verdict, comment, rated_at
  )
  select ${selectList(columns)} from rated join r on r.id = rated.run_id
`)

const selectAnswers = prepare('select_rated_answers')<
  [owner: OwnerId, sessionId: string],
  { sequence: number; runId: string; verdict: string | null; comment: string | null }
>(`
  select m.sequence, r.id as "runId", rated.verdict, rated.comment
  from sessions s join messages m on m.session_id = s.id and m.role = 'assistant'
    join runs r on r.id = coalesce(m.written_by, nullif(m.run_id, '')::uuid) and r.user_id = s.user_id
    left join ratings rated on rated.run_id = r.id
  where s.user_id = $1 and s.id = $2
  order by m.sequence
`)

/** Stores the rating of an answer, or replaces the one before. Null when the owner has no run of that id that has ended. */
export async function saveRating(
  db: Database,
  owner: OwnerId,
  { runId, verdict, comment }: Pick<StoredRating, 'runId' | 'verdict' | 'comment'>,
): Promise<StoredRating | null> {
  const [row] = await upsertRating(db.pool, [owner, runId, verdict, comment])
  return row ? toRating(row) : null
}

/** Reads the rating of the owner's run; null when there is none. */
export async function getRating(db: Database, owner: OwnerId, runId: string): Promise<StoredRating | null> {
  const row = await db.prisma.rating.findFirst({ where: { runId, userId: owner }, ...withSession })
  return row && flatten(row)
}

/** Deletes the rating of the owner's run. False when there is none. */
export async function deleteRating(db: Database, owner: OwnerId, runId: string): Promise<boolean> {
  const { count } = await db.prisma.rating.deleteMany({ where: { runId, userId: owner } })
  return count === 1
}

/** Lists the owner's ratings, newest first: at most `limit` that fit the filter, behind a place where one is given. */
export async function listRatings(
  db: Database,
  owner: OwnerId,
  {
    filter: { verdict, sessionId, agentId },
    limit,
    behind,
  }: { readonly filter: RatingFilter; readonly limit: number; readonly behind?: RatingPlace },
): Promise<StoredRating[]> {
  const session = agentId === undefined ? undefined : { agentId }
  const run = sessionId === undefined && !session ? undefined : onlyDefined({ sessionId, session })
  const rows = await db.prisma.rating.findMany({
    where: {
      userId: owner,
      ...onlyDefined({ verdict, run }),
      ...(behind && {
        ratedAt: { lte: behind.ratedAt },
        OR: [{ ratedAt: { lt: behind.ratedAt } }, { runId: { lt: behind.runId } }],
      }),
    },
    ...withSession,
    orderBy: [{ ratedAt: 'desc' }, { runId: 'desc' }],
    take: limit,
  })
  return rows.map(flatten)
}

/** Lists the answers of the owner's session whose runs are known, in order. Empty when the owner has no such session. */
export async function listRatedAnswers(
  db: Database,
  owner: OwnerId,
  sessionId: string,
): Promise<RatedAnswer[]> {
  const rows = await selectAnswers(db.pool, [owner, sessionId])
  return rows.map((row) => ({ ...row, verdict: row.verdict === null ? null : toVerdict(row.verdict) }))
}

const withSession = { omit: { userId: true }, include: { run: { select: { sessionId: true } } } } as const

function flatten({
  run,
  ...rating
}: Omit<RatingRow, 'sessionId'> & { readonly run: { readonly sessionId: string } }): StoredRating {
  return toRating({ ...rating, sessionId: run.sessionId })
}

function toRating(row: RatingRow): StoredRating {
  return { ...row, verdict: toVerdict(row.verdict) }
}

function toVerdict(stored: string): Verdict {
  return stored === 'up' ? 'up' : 'down'
}
