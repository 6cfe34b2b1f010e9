import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestSession, createTestUser, makeFinalStep, useTestDatabase } from '../testing.ts'
import { beginTurn } from './begin-turn.ts'
import { readCancelRequests, requestTurnCancel } from './cancel-turn.ts'
import { finishTurn } from './finish-turn.ts'

const database = useTestDatabase()

test('only the process that runs a turn reads its cancel request', async () => {
  const { db } = database
  const [owner, other] = [await createTestUser(db), await createTestUser(db)]
  const { id: sessionId } = await createTestSession(db, owner)
  const runId = randomUUID()
  await beginTurn(db, owner, {
    sessionId,
    runId,
    query: 'Q',
    leaseOwner: 'here',
    leaseMs: 60_000,
    historyLimit: 1,
  })

  expect(await requestTurnCancel(db, other, runId)).toBe('missing')
  expect(await requestTurnCancel(db, owner, randomUUID())).toBe('missing')
  expect(await readCancelRequests(db, 'here')).toEqual([])
  expect(await requestTurnCancel(db, owner, runId)).toBe('requested')
  expect(await requestTurnCancel(db, owner, runId)).toBe('requested')
  expect(await readCancelRequests(db, 'here')).toEqual([runId])
  expect(await readCancelRequests(db, 'elsewhere')).toEqual([])

  await finishTurn(db, {
    runId,
    leaseOwner: 'here',
    status: 'cancelled',
    message: { content: 'Half an ans', type: 'chat', status: 'cancelled', runId: '', artifacts: null },
    finalStep: makeFinalStep(1, 'Half an ans'),
    usage: null,
  })
  expect(await readCancelRequests(db, 'here')).toEqual([])
  expect(await requestTurnCancel(db, owner, runId)).toBe('finished')
})
