import type { OPERATIONS, OutputOf } from '@parley/contract'
import type { PersonLimits } from '@parley/core'
import { MICROS, presentAmounts } from './amounts.ts'

/** The limits of a person in wire form. */
export function presentPersonUsage(
  parley_uuid: string,
  { own, usage }: PersonLimits,
): OutputOf<typeof OPERATIONS.user.getLimits> {
  const { month, monthly, models, storageBytes } = usage
  return {
    parley_uuid,
    month,
    own: {
      turns: own.turns ?? null,
      tokens: own.tokens ?? null,
      cost_usd: dollars(own.costMicros ?? null),
      storage_bytes: own.storageBytes ?? null,
    },
    limits: {
      turns: monthly.turns,
      tokens: monthly.tokens,
      cost_usd: dollars(monthly.costMicros),
      storage_bytes: storageBytes.limit,
    },
    used: { ...presentAmounts(models), storage_bytes: storageBytes.used },
  }
}

function dollars(micros: number | null): number | null {
  return micros === null ? null : micros / MICROS
}

/** Millionths of a dollar; null and a missing amount stay. */
export function toMicros(dollars: number | null | undefined): number | null | undefined {
  return dollars == null ? dollars : Math.round(dollars * MICROS)
}
