import { takeFromBucket } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'

/** Whose step of a sign-in it is. Null is what is not known, or has been counted by somebody else. */
export type SignInStep = { readonly source: string | null; readonly wallet: string | null }

/**
 * Counts a step of a sign-in against its source and then its wallet, on all replicas together. Throws
 * `rate_limited` when one of them has used up what it may. The source comes first: who is refused there takes
 * nothing from the wallet's owner.
 */
export async function countSignIn(deps: Deps, { source, wallet }: SignInStep): Promise<void> {
  if (source !== null) await take(deps, `sign-in:source:${source}`)
  if (wallet !== null) await take(deps, `sign-in:wallet:${wallet.toLowerCase()}`)
}

async function take({ db, limits }: Deps, bucket: string): Promise<void> {
  const { signInsPerSecond: perSecond, signInBurst: burst } = limits
  const { allowed, retryAfterSeconds } = await takeFromBucket(db, { bucket, perSecond, burst })
  if (!allowed)
    throw new AppError('rate_limited', 'Too many sign-ins; try again shortly.', { retryAfterSeconds })
}
