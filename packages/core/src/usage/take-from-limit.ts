import { type Database, takeFromBucket } from '@parley/db'
import { AppError, type LimitState } from '@parley/errors'

/** Receives where the caller stands with a limit, for the headers of the reply. */
export type ReportLimit = (state: LimitState) => void

export type BucketLimit = {
  /** The name that callers see. */
  readonly name: string
  /** Whose tokens are taken; unique over all limits. */
  readonly bucket: string
  readonly perSecond: number
  readonly burst: number
  /** The sentence for a caller who has no token left. */
  readonly refusal: string
}

/** Takes one token of a caller and reports what is left. Throws `rate_limited` with the refusal when none is left. */
export async function takeFromLimit(
  deps: { readonly db: Database; readonly reportLimit: ReportLimit },
  { name, refusal, ...bucket }: BucketLimit,
): Promise<void> {
  const { allowed, remaining, retryAfterSeconds } = await takeFromBucket(deps.db, bucket)
  const { perSecond, burst } = bucket
  const windowSeconds = Math.ceil(burst / perSecond)
  const resetSeconds = allowed ? Math.ceil(1 / perSecond) : retryAfterSeconds
  const limit = { name, quota: burst, windowSeconds, remaining, resetSeconds }
  if (!allowed) throw new AppError('rate_limited', refusal, { retryAfterSeconds, limit })
  deps.reportLimit(limit)
}
