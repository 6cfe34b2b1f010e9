import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findTokenOwner, revokeAccessToken } from './access-token.ts'
import { createApproval, listApprovals } from './approval.ts'
import { deleteExpiredRows } from './expired-rows.ts'
import { beginIdempotent } from './idempotency.ts'
import { takeFromBucket } from './rate-limit.ts'
import { insertRunEvents, readRunEvents } from './run-event.ts'
import { spendChallenge } from './spent-challenge.ts'
import { beginTestTurn, createTestUser, useTestDatabase } from './testing.ts'
import { issueWalletChallenge, listOpenWalletChallenges } from './wallet-challenge.ts'

const database = useTestDatabase()

test('expired rows are deleted and valid rows stay', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const wallet = `0x${'2'.repeat(40)}`
  for (const seconds of [-60, 3600]) {
    const expiresAt = new Date(Date.now() + seconds * 1000)
    await issueWalletChallenge(db, { wallet, message: 'sign', lifetimeSeconds: seconds - 60 })
    await spendChallenge(db, { digest: Buffer.from(`challenge ${seconds}`), expiresAt })
    await revokeAccessToken(db, { tokenId: `token ${seconds}`, expiresAt })
    await takeFromBucket(db, { bucket: `bucket ${seconds}`, perSecond: 1 / 600, burst: 1 })
    const approval = { runId: randomUUID(), stepId: seconds + 61, toolServerId: 's', toolName: 't' }
    await createApproval(db, owner, { ...approval, argumentsCipher: Buffer.from('sealed') })
    await beginIdempotent(db, owner, { key: `key ${seconds}`, operation: 'o', fingerprint: 'f' })
  }
  await db.pool.query(
    `update rate_buckets set full_at = now() - interval '1 hour' where bucket = 'bucket -60'`,
  )
  await db.pool.query(`update approvals set expires_at = now() - interval '1 second' where step_id = 1`)
  await db.pool.query(
    `update idempotency_keys set expires_at = now() - interval '1 second' where key = 'key -60'`,
  )

  expect(await deleteExpiredRows(db)).toBe(6)
  expect(await deleteExpiredRows(db)).toBe(0)
  expect(await listApprovals(db, owner)).toHaveLength(1)
  expect(await listOpenWalletChallenges(db, wallet)).toHaveLength(1)
  expect(await findTokenOwner(db, { tokenId: 'token 3600', userId: owner, issuedAt: new Date() })).toBeNull()
})

test('events are deleted an hour after they were stored, unless their run is still under way', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const { runId: ended } = await beginTestTurn(db, owner)
  const { runId: running } = await beginTestTurn(db, owner)
  const event = { type: 'text', delta: 'a' }
  for (const runId of [ended, running]) {
    await insertRunEvents(
      db,
      [1, 2].map((sequence) => ({ runId, sequence, event })),
      [],
    )
  }
  // A second more, because the column rounds to milliseconds, and a clock may be set back.
  await db.pool.query(
    `update run_events set stored_at = now() - interval '1 hour 1 second' where sequence = 1`,
  )
  await db.pool.query(`update runs set status = 'ok' where id = $1`, [ended])

  expect(await deleteExpiredRows(db)).toBe(1)
  expect((await readRunEvents(db, owner, { runId: ended, from: 1 }))?.events).toEqual([
    { sequence: 2, event },
  ])
  expect((await readRunEvents(db, owner, { runId: running, from: 1 }))?.events).toHaveLength(2)
})
