import { OPERATIONS } from '@parley/contract'
import { getUsage, listUsage, type OwnLimits } from '@parley/core'
import { MICROS, presentAmounts } from './present/amounts.ts'
import { procedures } from './procedure/procedures.ts'

export const usage = procedures(OPERATIONS.usage, {
  get: async ({ deps, owner, caller }) => {
    const { month, resetsAt, models, monthly, storageBytes, dataSources, pricesAsOf } = await getUsage(
      deps,
      owner,
    )
    const { turns, tokens, costMicros } = monthly
    return {
      month,
      resets_at: resetsAt.toISOString(),
      used: presentAmounts(models),
      limits: { turns, tokens, cost_usd: costMicros === null ? null : costMicros / MICROS },
      set_for_me: namesOf(caller.ownLimits),
      models: models.map((row) => ({ provider: row.provider, model: row.model, ...presentAmounts([row]) })),
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
        ...presentAmounts([row]),
      })),
    }
  },
})

const WIRE_NAMES = {
  turns: 'turns',
  tokens: 'tokens',
  costMicros: 'cost_usd',
  storageBytes: 'storage_bytes',
} as const satisfies Record<keyof OwnLimits, string>

function namesOf(own: OwnLimits | null) {
  const names = Object.keys(WIRE_NAMES) as (keyof OwnLimits)[]
  return names.filter((name) => own?.[name] !== undefined).map((name) => WIRE_NAMES[name])
}
