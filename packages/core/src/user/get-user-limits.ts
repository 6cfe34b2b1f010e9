import { type Database, type OwnerId, readOwnLimits } from '@parley/db'
import type { OwnLimits } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { QuotaLimits } from '../quota.ts'
import { getUsage, type OwnUsage } from '../usage/get-usage.ts'
import { limitsOf } from '../usage/own-limits.ts'
import type { Prices } from '../usage/prices.ts'
import type { UsageLimits } from '../usage/require-allowance.ts'

type Deps = {
  readonly db: Database
  readonly limits: UsageLimits & QuotaLimits
  readonly prices: Prices
  readonly now: () => Date
}

/** What a person used, the limits that apply, and those that an administrator set for this person. */
export type PersonLimits = { readonly own: OwnLimits; readonly usage: OwnUsage }

/** Returns the limits of a person, for administrators. Throws `not_found` for a missing user. */
export async function getUserLimits(deps: Deps, id: string): Promise<PersonLimits> {
  const own = await readOwnLimits(deps.db, id)
  if (own === 'missing') throw new AppError('not_found', 'There is no user with this id.')
  // A row of this id exists.
  const usage = await getUsage({ ...deps, limits: limitsOf(deps, own) }, id as OwnerId)
  return { own, usage }
}
