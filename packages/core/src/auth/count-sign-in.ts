import { type Database, takeFromBucket } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database; readonly limits: SignInLimits }

/** Token bucket for steps of sign-ins, one per client address and one per wallet: refill per second, and size. */
export type SignInLimits = { readonly signInsPerSecond: number; readonly signInBurst: number }

/** The client address and wallet of a step of a sign-in. Null when it is unknown or was counted before. */
export type SignInStep = { readonly clientAddress: string | null; readonly wallet: string | null }

/**
 * Counts a step of a sign-in against its client address and then its wallet, across all replicas. Throws
 * `rate_limited` when one of them has used up its limit. The client address comes first: a step refused there
 * takes nothing from the limit of the wallet's owner.
 */
export async function countSignIn(deps: Deps, { clientAddress, wallet }: SignInStep): Promise<void> {
  if (clientAddress !== null) await take(deps, `sign-in:client:${clientAddress}`)
  if (wallet !== null) await take(deps, `sign-in:wallet:${wallet.toLowerCase()}`)
}

async function take({ db, limits }: Deps, bucket: string): Promise<void> {
  const { signInsPerSecond: perSecond, signInBurst: burst } = limits
  const { allowed, retryAfterSeconds } = await takeFromBucket(db, { bucket, perSecond, burst })
  if (!allowed)
    throw new AppError('rate_limited', 'Too many sign-ins; try again shortly.', { retryAfterSeconds })
}
