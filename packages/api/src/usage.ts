import { OPERATIONS } from '@parley/contract'
import { getUsage, listUsage, sumUsage } from '@parley/core'
import { procedures } from './procedure/procedures.ts'

const MICROS = 1_000_000

export const usage = procedures(OPERATIONS.usage, {
  get: async ({ deps, owner }) => {
    const { month, resetsAt, models, monthly, storageBytes, dataSources, pricesAsOf } = await getUsage(
      deps,
      owner,
    )
    const { turns, tokens, costMicros } = monthly
    return {
      month,
      resets_at: resetsAt.toISOString(),
      used: presentAmounts(sumUsage(models)),
      limits: { turns, tokens, cost_usd: costMicros === null ? null : costMicros / MICROS },
      models: models.map((row) => ({ provider: row.provider, model: row.model, ...presentAmounts(row) })),
      storage_bytes: storageBytes,
      data_sources: dataSources,
      prices_as_of: pricesAsOf,
    }
  },

  list: async ({ deps, input }) => {
    const { month, people } = await listUsage(deps, input.month)
    return {
      month,
      people: people.map(({ userId, walletAddress, ...row }) => ({
        parley_uuid: userId,
        name: walletAddress ?? userId,
        ...presentAmounts(row),
      })),
    }
  },
})

function presentAmounts(row: ReturnType<typeof sumUsage>) {
  return {
    turns: row.turns,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cost_usd: row.costMicros / MICROS,
    unpriced_turns: row.unpricedTurns,
  }
}
