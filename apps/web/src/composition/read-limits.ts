import { LIMITS } from '@parley/contract'
import type { Deps } from '@parley/core'
import type { Settings } from '../env.ts'
import { readPrices } from './read-prices.ts'

/** Enough for a person at work; a program that runs day and night reaches these limits. */
const PUBLIC_TURNS = 5000
const PUBLIC_TOKENS = 50_000_000

/**
 * Returns the limits of a user and the price table. A variable of 0 means no limit. Where a variable is not set,
 * public mode limits the turns and tokens of a month, and local mode does not.
 */
export async function readLimits(settings: Settings): Promise<Pick<Deps, 'limits' | 'prices'>> {
  const { mode, limits, pricesFile } = settings
  const { turnsPerMonth, tokensPerMonth, dollarsPerMonth } = limits
  const isPublic = mode === 'public'
  const monthly = {
    turns: toLimit(turnsPerMonth, isPublic ? PUBLIC_TURNS : null),
    tokens: toLimit(tokensPerMonth, isPublic ? PUBLIC_TOKENS : null),
    costMicros: toLimit(dollarsPerMonth && dollarsPerMonth * 1_000_000, null),
  }
  return { limits: { ...limits, quotas: LIMITS.perUser, monthly }, prices: await readPrices(pricesFile) }
}

function toLimit(set: number | null, byDefault: number | null): number | null {
  if (set === null) return byDefault
  return set === 0 ? null : set
}
