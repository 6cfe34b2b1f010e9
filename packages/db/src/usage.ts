import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare, rowsOf, withoutWaiting } from './statement.ts'
import { writeTogether } from './write-together.ts'

/** What a user used of one model in one month. */
export type ModelUsage = {
  readonly provider: string
  readonly model: string
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Millionths of a US dollar, of the turns whose price is known. */
  readonly costMicros: number
  readonly unpricedTurns: number
}

/** What a user used in one month. */
export type PersonUsage = Omit<ModelUsage, 'provider' | 'model'> & {
  readonly userId: string
  readonly walletAddress: string | null
}

type UsedTurn = Pick<ModelUsage, 'provider' | 'model' | 'inputTokens' | 'outputTokens'> & {
  readonly owner: OwnerId
  /** YYYY-MM. */
  readonly month: string
  /** Null where the price is unknown. */
  readonly costMicros: number | null
}

type Columns = [
  owners: OwnerId[],
  months: string[],
  providers: string[],
  models: string[],
  inputTokens: number[],
  outputTokens: number[],
  costMicros: (number | null)[],
]

/** Maximum number of turns in one statement. */
const MOST_AT_ONCE = 256

// Counts need not survive a crash of the server, so the commit does not wait for the disk. All processes write the rows
// in one order, so that two of them do not wait for each other.
const upsertUsage = prepare('add_usage')<Columns, object>(`
  insert into usage_months as u
    (user_id, month, provider, model, turns, input_tokens, output_tokens, cost_micros, unpriced_turns)
  select owner, month, provider, model, count(*), sum(input), sum(output), coalesce(sum(cost), 0),
    count(*) - count(cost)
  from ${withoutWaiting}, ${rowsOf('$1::uuid[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[]')} as used (owner, month, provider, model, input, output, cost)
  group by owner, month, provider, model order by owner, month, provider, model
  on conflict (user_id, month, provider, model) do update set turns = u.turns + excluded.turns,
    input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
    cost_micros = u.cost_micros + excluded.cost_micros, unpriced_turns = u.unpriced_turns + excluded.unpriced_turns
`)

const storeUsage = writeTogether<UsedTurn>(MOST_AT_ONCE, (pool, turns) =>
  upsertUsage(pool, [
    turns.map(({ owner }) => owner),
    turns.map(({ month }) => month),
    turns.map(({ provider }) => provider),
    turns.map(({ model }) => model),
    turns.map(({ inputTokens }) => inputTokens),
    turns.map(({ outputTokens }) => outputTokens),
    turns.map(({ costMicros }) => costMicros),
  ]),
)

const selectUsage = prepare('select_usage')<[owner: OwnerId, month: string], ModelUsage>(`
  select provider, model, turns, input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens",
    cost_micros::float8 as "costMicros", unpriced_turns as "unpricedTurns"
  from usage_months where user_id = $1 and month = $2 order by cost_micros desc, input_tokens desc, provider, model
`)

const selectPeople = prepare('select_usage_of_people')<[month: string, limit: number], PersonUsage>(`
  select u.user_id as "userId", o.wallet_address as "walletAddress", sum(u.turns)::int as turns,
    sum(u.input_tokens)::float8 as "inputTokens", sum(u.output_tokens)::float8 as "outputTokens",
    sum(u.cost_micros)::float8 as "costMicros", sum(u.unpriced_turns)::int as "unpricedTurns"
  from usage_months u join users o on o.id = u.user_id where u.month = $1
  group by u.user_id, o.wallet_address order by sum(u.cost_micros) desc, sum(u.input_tokens) desc, u.user_id limit $2
`)

/** Adds a turn to its month. Throws AppError `unavailable` when the database is unavailable. */
export function addUsage({ pool }: Database, turn: UsedTurn): Promise<void> {
  return storeUsage(pool, turn)
}

/** Returns what a user used in a month, by model, the most expensive first. */
export async function readUsage(db: Database, owner: OwnerId, month: string): Promise<ModelUsage[]> {
  return selectUsage(db.pool, [owner, month])
}

/** Returns what each user used in a month, the most expensive first. */
export async function listPersonUsage(
  db: Database,
  { month, limit }: { readonly month: string; readonly limit: number },
): Promise<PersonUsage[]> {
  return selectPeople(db.pool, [month, limit])
}
