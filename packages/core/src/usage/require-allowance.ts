import { type Database, type ModelUsage, type OwnerId, readUsage } from '@parley/db'
import { AppError, type LimitState } from '@parley/errors'
import { recordLimitMet } from '../event/record-limit-met.ts'
import type { ReportLimit } from './take-from-limit.ts'
import { usageMonth } from './usage-month.ts'

/** The most that one user may use in a month; null for no limit. */
export type UsageLimits = {
  readonly monthly: {
    readonly turns: number | null
    readonly tokens: number | null
    /** Millionths of a US dollar. Turns without a known price do not count. */
    readonly costMicros: number | null
  }
}

type Deps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly limits: UsageLimits
  readonly now: () => Date
  readonly reportLimit: ReportLimit
}

/** What a user may still use in this month; null for no limit. */
export type Allowance = { readonly tokens: number | null; readonly costMicros: number | null }

/**
 * Returns what the owner may still use. Throws `rate_limited` when a limit is met, with the time at which the month
 * ends, and records that. Turns that are under way together may exceed a limit together.
 */
export async function requireAllowance(deps: Deps, owner: OwnerId): Promise<Allowance> {
  const { turns, tokens, costMicros } = deps.limits.monthly
  if (turns === null && tokens === null && costMicros === null) return { tokens: null, costMicros: null }
  const now = deps.now()
  const { month, beganAt, resetsAt } = usageMonth(now)
  const resetSeconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
  const windowSeconds = (resetsAt.getTime() - beganAt.getTime()) / 1000
  const used = sumUsage(await readUsage(deps.db, owner, month))
  const kinds = [
    { name: 'turns', used: used.turns, limit: turns, show: turnsOf },
    { name: 'tokens', used: used.inputTokens + used.outputTokens, limit: tokens, show: tokensOf },
    { name: 'cost', used: used.costMicros, limit: costMicros, show: dollarsOf },
  ] as const
  for (const kind of kinds) {
    if (kind.limit !== null) deps.reportLimit(stateOf(kind, kind.limit, { windowSeconds, resetSeconds }))
  }
  const met = kinds.find(({ limit, used: amount }) => limit !== null && amount >= limit)
  if (met) {
    await recordLimitMet(deps, owner, { limit: met.name, outcome: 'rate_limited' })
    throw new AppError(
      'rate_limited',
      `You have used your ${met.show(met.limit ?? 0)} of this month; 0 are left. The month ends on ${resetsAt.toISOString().slice(0, 10)} at 00:00 UTC.`,
      { retryAfterSeconds: resetSeconds },
    )
  }
  return {
    tokens: tokens === null ? null : tokens - used.inputTokens - used.outputTokens,
    costMicros: costMicros === null ? null : costMicros - used.costMicros,
  }
}

const UNITS = { turns: {}, tokens: { unit: 'tokens' }, cost: { unit: 'microdollars' } } as const

/** What is left of a limit. The turn that begins counts as one of the turns already. */
function stateOf(
  { name, used }: { readonly name: keyof typeof UNITS; readonly used: number },
  quota: number,
  times: Pick<LimitState, 'windowSeconds' | 'resetSeconds'>,
): LimitState {
  const spent = name === 'turns' ? used + 1 : used
  const remaining = Math.max(0, Math.floor(quota - spent))
  return { name: `${name}-per-month`, quota, ...UNITS[name], remaining, ...times }
}

/** Adds up the use of all models. */
export function sumUsage(rows: readonly Omit<ModelUsage, 'provider' | 'model'>[]) {
  const sum = (field: keyof (typeof rows)[number]) => rows.reduce((total, row) => total + row[field], 0)
  return {
    turns: sum('turns'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    costMicros: sum('costMicros'),
    unpricedTurns: sum('unpricedTurns'),
  }
}

function turnsOf(amount: number): string {
  return `${amount.toLocaleString('en')} turns`
}

function tokensOf(amount: number): string {
  return `${amount.toLocaleString('en')} tokens`
}

function dollarsOf(micros: number): string {
  return `$${(micros / 1_000_000).toFixed(2)}`
}
