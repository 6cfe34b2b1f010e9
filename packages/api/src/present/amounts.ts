import { type ModelUsage, sumUsage } from '@parley/core'

export const MICROS = 1_000_000

/** The sum of what was used, in wire form. */
export function presentAmounts(rows: readonly Omit<ModelUsage, 'provider' | 'model'>[]) {
  const sum = sumUsage(rows)
  return {
    turns: sum.turns,
    input_tokens: sum.inputTokens,
    output_tokens: sum.outputTokens,
    cost_usd: sum.costMicros / MICROS,
    unpriced_turns: sum.unpricedTurns,
  }
}
