import {
  countRecords,
  type Database,
  listPersonUsage,
  type ModelUsage,
  type OwnerId,
  type PersonUsage,
  readUsage,
  sumStorage,
} from '@parley/db'
import type { QuotaLimits } from '../quota.ts'
import type { Prices } from './prices.ts'
import type { UsageLimits } from './require-allowance.ts'
import { usageMonth } from './usage-month.ts'

type Deps = {
  readonly db: Database
  readonly limits: UsageLimits & QuotaLimits
  readonly prices: Prices
  readonly now: () => Date
}

export type OwnUsage = {
  readonly month: string
  readonly resetsAt: Date
  readonly models: readonly ModelUsage[]
  readonly monthly: UsageLimits['monthly']
  readonly storageBytes: { readonly used: number; readonly limit: number }
  readonly dataSources: { readonly used: number; readonly limit: number }
  readonly pricesAsOf: string | null
}

/** Returns what the owner used in this month, and the limits. */
export async function getUsage({ db, limits, prices, now }: Deps, owner: OwnerId): Promise<OwnUsage> {
  const { month, resetsAt } = usageMonth(now())
  const [models, storage, dataSources] = await Promise.all([
    readUsage(db, owner, month),
    sumStorage(db, owner),
    countRecords(db, owner, 'dataSources'),
  ])
  return {
    month,
    resetsAt,
    models,
    monthly: limits.monthly,
    storageBytes: { used: storage, limit: limits.quotas.storageBytes },
    dataSources: { used: dataSources, limit: limits.quotas.dataSources },
    pricesAsOf: prices.asOf,
  }
}

/** People in one reply, the most expensive first. */
const MOST_PEOPLE = 1000

/** Returns what each person used in a month, or in this one, for administrators. */
export async function listUsage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  month: string = usageMonth(now()).month,
): Promise<{ readonly month: string; readonly people: readonly PersonUsage[] }> {
  return { month, people: await listPersonUsage(db, { month, limit: MOST_PEOPLE }) }
}
