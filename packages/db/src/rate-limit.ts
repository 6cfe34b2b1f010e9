import type { Database } from './database.ts'
import { prepare } from './statement.ts'

export type BucketTake = {
  readonly allowed: boolean
  /** Whole seconds until the next token, at least 1; 0 when a token was taken. */
  readonly retryAfterSeconds: number
  /** Whole tokens that are left. */
  readonly remaining: number
}

// A token bucket is stored as the time at which it will be full. Taking a token moves that time by the duration of one
// token. It is refused when the time would be more than a whole bucket ahead.
const takeToken = prepare('take_from_bucket')<
  [bucket: string, perSecond: number, burst: number],
  { fullInSeconds: number }
>(`
  with taken as (
    insert into rate_buckets as b (bucket, full_at)
    values ($1, clock_timestamp() + interval '1 second' / $2::float8)
    on conflict (bucket) do update
      set full_at = greatest(b.full_at, clock_timestamp()) + interval '1 second' / $2::float8
      where b.full_at <= clock_timestamp() + interval '1 second' * (($3::float8 - 1) / $2::float8)
    returning full_at
  )
  select extract(epoch from full_at - clock_timestamp())::float8 as "fullInSeconds" from taken
`)

// A second statement, because the refused one does not see the tokens that others took while it waited.
const readWait = prepare('wait_for_bucket')<
  [bucket: string, perSecond: number, burst: number],
  { waitSeconds: number | null }
>(`
  select extract(epoch from full_at - clock_timestamp())::float8 - ($3::float8 - 1) / $2::float8 as "waitSeconds"
  from rate_buckets where bucket = $1
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
  if (take) {
    const missing = Math.max(0, take.fullInSeconds) * perSecond
    return { allowed: true, retryAfterSeconds: 0, remaining: Math.max(0, Math.floor(burst - missing)) }
  }
  const [wait] = await readWait(db.pool, [bucket, perSecond, burst])
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait?.waitSeconds ?? 1)), remaining: 0 }
}
