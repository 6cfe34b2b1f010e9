import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

type SuggestionReason = 'corrected' | 'asked_again'

/** A statement that may become a verified question. */
export type StoredSuggestion = {
  readonly id: string
  readonly runId: string
  readonly reason: SuggestionReason
  readonly question: string
  /** The statement that was wrong; null where the run had none. */
  readonly before: string | null
  readonly statement: string
  /** UTC with six decimals and without Z. */
  readonly createdAt: string
}

export type NewSuggestion = Omit<StoredSuggestion, 'id' | 'createdAt'>

/** A place in the list of suggestions, behind the suggestion that it names. */
export type SuggestionPlace = Pick<StoredSuggestion, 'id' | 'createdAt'>

// Another statement than the one that was accepted or dismissed is offered again.
const upsertSuggestion = prepare('upsert_suggestion')<
  [owner: OwnerId, runId: string, reason: string, question: string, before: string | null, statement: string],
  object
>(`
  insert into suggestions (user_id, run_id, reason, question, before, statement)
  select $1, id, $3, $4, $5, $6 from runs where id = $2 and user_id = $1 for key share
  on conflict (run_id, reason) do update set question = $4, before = $5, statement = $6, is_settled = false,
    created_at = iso_now()
  where suggestions.statement <> $6
`)

/** Stores a suggestion, in place of the one of the same run and reason. */
export async function saveSuggestion(
  db: Database,
  owner: OwnerId,
  { runId, reason, question, before, statement }: NewSuggestion,
): Promise<void> {
  await upsertSuggestion(db.pool, [owner, runId, reason, question, before, statement])
}

/** Suggestions whose rating fits their reason, and that were neither accepted nor dismissed. */
const isOffered = {
  isSettled: false,
  OR: [
    { reason: 'corrected', run: { rating: { verdict: 'down' } } },
    { reason: 'asked_again', run: { rating: { verdict: 'up' } } },
  ],
}

/** Lists the suggestions that the owner is offered, newest first: at most `limit`, behind a place where one is given. */
export async function listSuggestions(
  db: Database,
  owner: OwnerId,
  { limit, behind }: { readonly limit: number; readonly behind?: SuggestionPlace },
): Promise<StoredSuggestion[]> {
  const before = behind && {
    createdAt: { lte: behind.createdAt },
    OR: [{ createdAt: { lt: behind.createdAt } }, { id: { lt: behind.id } }],
  }
  const rows = await db.prisma.suggestion.findMany({
    where: { userId: owner, AND: [isOffered, ...(before ? [before] : [])] },
    omit: { userId: true, isSettled: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows.map(toSuggestion)
}

/** Reads a suggestion that the owner is offered; null when there is none of that id. */
export async function getSuggestion(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<StoredSuggestion | null> {
  const row = await db.prisma.suggestion.findFirst({
    where: { id, userId: owner, ...isOffered },
    omit: { userId: true, isSettled: true },
  })
  return row && toSuggestion(row)
}

/** Marks a suggestion as accepted or dismissed. False when the owner is offered none of that id. */
export async function settleSuggestion(db: Database, owner: OwnerId, id: string): Promise<boolean> {
  const { count } = await db.prisma.suggestion.updateMany({
    where: { id, userId: owner, ...isOffered },
    data: { isSettled: true },
  })
  return count === 1
}

function toSuggestion(row: Omit<StoredSuggestion, 'reason'> & { readonly reason: string }): StoredSuggestion {
  return { ...row, reason: row.reason === 'asked_again' ? 'asked_again' : 'corrected' }
}
