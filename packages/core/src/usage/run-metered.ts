import { type AgentEvent, type AgentRun, type Outcome, runAgent } from '@parley/agent'
import { addUsage, type Database, type OwnerId } from '@parley/db'
import type { ModelConfig } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { spanModel } from '../run/span-turn.ts'
import { costOf, findPrice, type Prices } from './prices.ts'
import type { Allowance, UsageLimits } from './require-allowance.ts'
import type { ReportLimit } from './take-from-limit.ts'
import { usageMonth } from './usage-month.ts'

/** What counting and limiting the use of models needs. */
export type MeterDeps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly prices: Prices
  readonly limits: UsageLimits
  readonly now: () => Date
  readonly reportLimit: ReportLimit
}

export type MeteredRun = AgentRun & {
  readonly config: Pick<ModelConfig, 'provider' | 'model'>
  readonly allowance: Allowance
}

/** An outcome with its cost in millionths of a US dollar; null without a price. */
export type MeteredOutcome = Outcome & { readonly costMicros: number | null }

/**
 * Runs the agent within what the owner may still use, and stores what it used. A limit that is met in the middle ends the
 * run as its own token limit does: the model answers with what it has, and the outcome is `truncated`. The cost is
 * computed now and stored, so a later price changes nothing.
 */
export async function* runMetered(
  deps: Pick<MeterDeps, 'db' | 'prices' | 'now'>,
  owner: OwnerId,
  { config, allowance, limits = {}, ...run }: MeteredRun,
): AsyncGenerator<AgentEvent, MeteredOutcome, void> {
  const price = findPrice(deps.prices, config)
  const left = tokensLeft(allowance, price && Math.max(price.input, price.output))
  const own = limits.tokens
  const tokens = left === null ? own : Math.min(own ?? left, left)
  const model = spanModel(run.model, config)
  const bounds = { ...limits, ...(tokens !== undefined && { tokens }) }
  const outcome = yield* runAgent({ ...run, model, limits: bounds })
  const { usage } = outcome
  const { month } = usageMonth(deps.now())
  const costMicros = price && costOf(price, usage)
  const used = { provider: config.provider, model: config.model }
  try {
    await addUsage(deps.db, { owner, ...used, ...usage, month, costMicros })
  } catch (error) {
    // An answer is not lost because the database is away for a moment.
    if (!isAppError(error) || !error.isRetryable) throw error
  }
  return { ...outcome, costMicros }
}

/** Converts money at the higher of the two prices, so that the limit of cost is not exceeded. */
function tokensLeft({ tokens, costMicros }: Allowance, dollarsPerMillion: number | null): number | null {
  const byCost = costMicros !== null && dollarsPerMillion ? Math.floor(costMicros / dollarsPerMillion) : null
  if (tokens === null) return byCost
  return byCost === null ? tokens : Math.min(tokens, byCost)
}
