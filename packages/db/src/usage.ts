import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { prepare } from './statement.ts'

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

type Added = [
  owner: OwnerId,
  month: string,
  provider: string,
  model: string,
  inputTokens: number,
  outputTokens: number,
  costMicros: number | null,
]

const upsertUsage = prepare('add_usage')<Added, object>(`
  insert into usage_months as u
    (user_id, month, provider, model, turns, input_tokens, output_tokens, cost_micros, unpriced_turns)
  values ($1, $2, $3, $4, 1, $5::float8, $6::float8, coalesce($7::float8, 0), ($7::float8 is null)::int)
  on conflict (user_id, month, provider, model) do update set turns = u.turns + 1,
    input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
    cost_micros = u.cost_micros + excluded.cost_micros, unpriced_turns = u.unpriced_turns + excluded.unpriced_turns
`)

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

/** Adds a turn to a month (YYYY-MM). `costMicros` is null where the price is unknown. */
export async function addUsage(
  db: Database,
  owner: OwnerId,
  turn: Pick<ModelUsage, 'provider' | 'model' | 'inputTokens' | 'outputTokens'> & {
    readonly month: string
    readonly costMicros: number | null
  },
): Promise<void> {
  const { month, provider, model, inputTokens, outputTokens, costMicros } = turn
  await upsertUsage(db.pool, [owner, month, provider, model, inputTokens, outputTokens, costMicros])
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
