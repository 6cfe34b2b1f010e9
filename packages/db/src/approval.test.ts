import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  createApproval,
  decideApproval,
  deleteApproval,
  listApprovals,
  readApprovalDecision,
} from './approval.ts'
import type { OwnerId } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

async function wait(stepId = 1) {
  const key = { runId: randomUUID(), stepId }
  const call = { toolServerId: 'acme/mail', toolName: 'send', argumentsCipher: Buffer.from('sealed') }
  await createApproval(database.db, owner, { ...key, ...call })
  return key
}

test('only its owner sees an approval, and decides it once', async () => {
  const { db } = database
  const key = await wait(3)
  const decisionCipher = Buffer.from('yes')
  expect(await listApprovals(db, owner, key)).toMatchObject([{ ...key, toolServerId: 'acme/mail' }])
  expect(await listApprovals(db, other)).toEqual([])
  expect(await decideApproval(db, other, { ...key, decisionCipher })).toBe(false)
  expect(await readApprovalDecision(db, owner, key)).toBeNull()

  expect(await decideApproval(db, owner, { ...key, decisionCipher })).toBe(true)
  expect(await decideApproval(db, owner, { ...key, decisionCipher: Buffer.from('no') })).toBe(false)
  expect(await readApprovalDecision(db, owner, key)).toEqual(decisionCipher)
  expect(await listApprovals(db, owner, key)).toEqual([])
  await deleteApproval(db, owner, key)
  expect(await readApprovalDecision(db, owner, key)).toBeNull()
})

test('reading renews an approval, and an approval without a reader can no longer be decided', async () => {
  const { db } = database
  const key = await wait()
  const setLeft = (seconds: number) =>
    db.pool.query(`update approvals set expires_at = now() + $1 * interval '1 second' where run_id = $2`, [
      seconds,
      key.runId,
    ])
  await setLeft(1)
  await readApprovalDecision(db, owner, key)
  const { rows } = await db.pool.query(
    `select expires_at > now() + interval '5 seconds' as "isLong" from approvals where run_id = $1`,
    [key.runId],
  )
  expect(rows).toEqual([{ isLong: true }])
  await setLeft(-1)
  expect(await listApprovals(db, owner, key)).toEqual([])
  expect(await decideApproval(db, owner, { ...key, decisionCipher: Buffer.from('yes') })).toBe(false)
})
