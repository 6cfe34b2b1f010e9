import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type BucketTake, takeFromBucket } from './rate-limit.ts'
import { useTestDatabase } from './testing.ts'

// So slow that no token returns while a test runs.
const SLOW = 1 / 600

const database = useTestDatabase()

test('a bucket gives at most its number of tokens to many simultaneous calls', async () => {
  const { db } = database
  const bucket = { bucket: randomUUID(), perSecond: SLOW, burst: 7 }
  const takes = await Promise.all(Array.from({ length: 50 }, () => takeFromBucket(db, bucket)))
  const waits = takes.filter(({ allowed }) => !allowed).map(({ retryAfterSeconds }) => retryAfterSeconds)
  expect(waits).toHaveLength(43)
  expect(Math.min(...waits)).toBeGreaterThan(590)
  expect(Math.max(...waits)).toBeLessThanOrEqual(600)
})

test('other buckets stay full', async () => {
  const { db } = database
  const bucket = { bucket: 'b', perSecond: SLOW, burst: 1 }
  expect(await takeFromBucket(db, bucket)).toMatchObject({ allowed: true, retryAfterSeconds: 0 })
  expect(await takeFromBucket(db, bucket)).toMatchObject({ allowed: false })
  expect(await takeFromBucket(db, { ...bucket, bucket: 'c' })).toMatchObject({ allowed: true })
})

test('a bucket fills with time, up to its capacity', async () => {
  const { db } = database
  const bucket = { bucket: 'd', perSecond: SLOW, burst: 3 }
  for (let taken = 0; taken < 3; taken++) await takeFromBucket(db, bucket)
  expect(await takeFromBucket(db, bucket)).toMatchObject({ allowed: false })
  const age = (minutes: number) =>
    db.pool.query(
      `update rate_buckets set full_at = full_at - interval '${minutes} minutes' where bucket = 'd'`,
    )
  await age(10)
  expect(await takeFromBucket(db, bucket)).toMatchObject({ allowed: true })
  expect(await takeFromBucket(db, bucket)).toMatchObject({ allowed: false })
  await age(1000)
  const takes: BucketTake[] = []
  for (let taken = 0; taken < 4; taken++) takes.push(await takeFromBucket(db, bucket))
  expect(takes.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
})
