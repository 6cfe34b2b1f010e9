import type { Database } from './database.ts'
import { takeFromBucket } from './rate-limit.ts'
import { prepare } from './statement.ts'

/** Longer than any change takes. After it only the lease of a killed process is left. */
const LEASE_SECONDS = 60

const deleteBucket = prepare('end_change_lease')<[bucket: string], object>(`
  delete from rate_buckets where bucket = $1
`)

/**
 * Does `work` while no other caller of this function works on the same record, in any process. When another caller
 * does, returns null and leaves `work` undone.
 */
export async function withChangeLease<Result>(
  db: Database,
  record: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  // A bucket of one token is a lease: it is taken once, and full again when it ends.
  const bucket = `change:${record}`
  const { allowed } = await takeFromBucket(db, { bucket, perSecond: 1 / LEASE_SECONDS, burst: 1 })
  if (!allowed) return null
  try {
    return await work()
  } finally {
    await deleteBucket(db.pool, [bucket])
  }
}
