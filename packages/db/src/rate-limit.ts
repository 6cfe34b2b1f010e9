import type { Database } from './database.ts'
import { prepare } from './statement.ts'

export type BucketTake = {
  readonly allowed: boolean
  /** Whole seconds until the next token, at least 1; 0 when a token was taken. */
  readonly retryAfterSeconds: number
}

type TakeRow = { allowed: boolean; waitSeconds: number | null }

// A token bucket is stored as the time at which it will be full. Taking a token moves that time by the duration of one
// token. It is refused when the time would be more than a whole bucket ahead.
const takeToken = prepare('take_from_bucket')<[bucket: string, perSecond: number, burst: number], TakeRow>(`
  with taken as (
    insert into rate_buckets as b (bucket, full_at)
    values ($1, clock_timestamp() + interval '1 second' / $2::float8)
    on conflict (bucket) do update
      set full_at = greatest(b.full_at, clock_timestamp()) + interval '1 second' / $2::float8
      where b.full_at <= clock_timestamp() + interval '1 second' * (($3::float8 - 1) / $2::float8)
    returning bucket
  )
  select exists (select from taken) as allowed,
    (select extract(epoch from full_at - clock_timestamp())::float8 - ($3::float8 - 1) / $2::float8
      from rate_buckets where bucket = $1) as "waitSeconds"
`)

/**
 * Takes one token from a bucket that holds `burst` tokens (at least 1) and gains `perSecond` tokens a second. All
 * replicas share it. A bucket that was never used is full.
 */
export async function takeFromBucket(
  db: Database,
  { bucket, perSecond, burst }: { bucket: string; perSecond: number; burst: number },
): Promise<BucketTake> {
  const [take] = await takeToken(db.pool, [bucket, perSecond, burst])
  if (take?.allowed) return { allowed: true, retryAfterSeconds: 0 }
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(take?.waitSeconds ?? 1)) }
}
