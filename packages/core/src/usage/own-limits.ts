import type { OwnLimits } from '@parley/domain'
import type { QuotaLimits } from '../quota.ts'
import type { UsageLimits } from './require-allowance.ts'

type Limited = { readonly limits: UsageLimits & QuotaLimits }

/**
 * Returns dependencies whose limits are those of the caller: what an administrator set for this person, and the limits
 * of every user for the rest. Authentication has read them, so a change counts from the next request on.
 */
export function withOwnLimits<Deps extends Limited>(
  deps: Deps,
  { ownLimits }: { readonly ownLimits: OwnLimits | null },
): Deps {
  return ownLimits === null ? deps : { ...deps, limits: limitsOf(deps, ownLimits) }
}

/** The limits of a person: the own ones, and for the rest those of every user. */
export function limitsOf<Deps extends Limited>({ limits }: Deps, own: OwnLimits): Deps['limits'] {
  const { monthly, quotas } = limits
  return {
    ...limits,
    monthly: {
      turns: own.turns ?? monthly.turns,
      tokens: own.tokens ?? monthly.tokens,
      costMicros: own.costMicros ?? monthly.costMicros,
    },
    quotas: { ...quotas, storageBytes: own.storageBytes ?? quotas.storageBytes },
  }
}
