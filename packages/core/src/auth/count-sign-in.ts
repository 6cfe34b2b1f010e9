import type { Database } from '@parley/db'
import { type ReportLimit, takeFromLimit } from '../usage/take-from-limit.ts'

/** What counting a step of a sign-in uses. */
export type SignInDeps = {
  readonly db: Database
  readonly limits: SignInLimits
  readonly reportLimit: ReportLimit
}

/** Token bucket for steps of sign-ins, one per client address and one per wallet: refill per second, and size. */
export type SignInLimits = { readonly signInsPerSecond: number; readonly signInBurst: number }

/** The client address and wallet of a step of a sign-in. Null when it is unknown or was counted before. */
export type SignInStep = { readonly clientAddress: string | null; readonly wallet: string | null }

/**
 * Counts a step of a sign-in against its client address and then its wallet, across all replicas. Throws
 * `rate_limited` when one of them has used up its limit. The client address comes first: a step refused there
 * takes nothing from the limit of the wallet's owner.
 */
export async function countSignIn(deps: SignInDeps, { clientAddress, wallet }: SignInStep): Promise<void> {
  const { signInsPerSecond: perSecond, signInBurst: burst } = deps.limits
  const limit = { perSecond, burst, refusal: 'Too many sign-ins; try again shortly.' }
  if (clientAddress !== null)
    await takeFromLimit(deps, { ...limit, name: 'sign-ins', bucket: `sign-in:client:${clientAddress}` })
  if (wallet !== null) {
    const bucket = `sign-in:wallet:${wallet.toLowerCase()}`
    await takeFromLimit(deps, { ...limit, name: 'sign-ins-of-wallet', bucket })
  }
}
