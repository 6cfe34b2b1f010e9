import { randomUUID } from 'node:crypto'
import type { RunStep } from '@parley/domain'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listMessages } from '../message.ts'
import type { OwnerId } from '../owner.ts'
import { getRun } from '../run.ts'
import { createTestSession, createTestUser, makeFinalStep, useTestDatabase } from '../testing.ts'
import { beginTurn } from './begin-turn.ts'
import { finishTurn } from './finish-turn.ts'
import { oldestTurnBegan } from './oldest-turn.ts'
import { recordStep } from './record-step.ts'
import { recoverTurns } from './recover-turns.ts'
import { renewTurnLeases } from './renew-turn-leases.ts'

const INTERRUPTED = 'This answer was interrupted before it was finished. Please ask again.'

const EXPIRED_MS = -1

const database = useTestDatabase()
let owner: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
})
beforeEach(() => database.db.pool.query('delete from runs'))

async function begin(leaseMs: number): Promise<{ sessionId: string; runId: string }> {
  const { id: sessionId } = await createTestSession(database.db, owner)
  const runId = randomUUID()
  const turn = { sessionId, runId, query: 'How many?', leaseOwner: 'dead', leaseMs, historyLimit: 50 }
  expect(await beginTurn(database.db, owner, turn)).toMatchObject({ kind: 'begun' })
  return { sessionId, runId }
}

function finish(runId: string, finalStepId = 1) {
  return finishTurn(database.db, {
    runId,
    leaseOwner: 'dead',
    status: 'ok',
    message: { content: 'Seven.', type: 'chat', status: 'ok', runId: '', artifacts: null },
    finalStep: makeFinalStep(finalStepId, 'Seven.'),
    usage: null,
  })
}

const step: RunStep = {
  stepId: 1,
  agentName: 'execute_sql',
  input: { generated_sql: 'SELECT 1' },
  output: { rows: [] },
  status: 'ok',
  createdAt: '2026-11-21T10:00:00.123Z',
  durationMs: 12,
}

test('a run with an expired lease is closed with a message and a step', async () => {
  const { db } = database
  const { sessionId, runId } = await begin(EXPIRED_MS)
  await recordStep(db, { runId, step })
  expect(await recoverTurns(db, { limit: 10 })).toEqual([{ runId, sessionId }])

  expect(await listMessages(db, owner, sessionId)).toMatchObject([
    { sequence: 1, role: 'user' },
    {
      sequence: 2,
      role: 'assistant',
      content: INTERRUPTED,
      type: 'message',
      status: 'interrupted',
      runId,
    },
  ])
  const closing = {
    stepId: 2,
    agentName: 'final_response',
    input: null,
    output: { content: INTERRUPTED },
    status: 'error',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    durationMs: 0,
  }
  const run = await getRun(db, owner, runId)
  expect(run).toEqual({
    runId,
    sessionId,
    status: 'interrupted',
    metadata: null,
    usage: null,
    costMicros: null,
    steps: [step, closing],
  })
  expect(await recoverTurns(db, { limit: 10 })).toEqual([])
})

test('a run without steps is shown as an answer without tools', async () => {
  const { sessionId } = await begin(EXPIRED_MS)
  await recoverTurns(database.db, { limit: 10 })
  const [, closing] = await listMessages(database.db, owner, sessionId)
  expect(closing).toMatchObject({ type: 'chat', runId: '' })
})

test('a run with a valid lease stays open, and so does a run whose lease is renewed in time', async () => {
  const { db } = database
  await begin(60_000)
  const { runId } = await begin(EXPIRED_MS)
  expect(await renewTurnLeases(db, { runIds: [runId], leaseOwner: 'dead', leaseMs: 60_000 })).toEqual([runId])
  expect(await recoverTurns(db, { limit: 10 })).toEqual([])
  expect(await finish(runId)).toBe('finished')
})

test('the process that lost its run can neither finish it, renew it nor add steps', async () => {
  const { db } = database
  const { sessionId, runId } = await begin(EXPIRED_MS)
  await recoverTurns(db, { limit: 10 })
  const after = await getRun(db, owner, runId)
  expect(await finish(runId)).toBe('lost')
  expect(await renewTurnLeases(db, { runIds: [runId], leaseOwner: 'dead', leaseMs: 60_000 })).toEqual([])
  await recordStep(db, { runId, step: { ...step, stepId: 9 } })
  expect(await getRun(db, owner, runId)).toEqual(after)
  expect(await listMessages(db, owner, sessionId)).toHaveLength(2)
})

test('several simultaneous recoveries close each run once', async () => {
  const { db } = database
  for (let number = 0; number < 10; number++) await begin(EXPIRED_MS)
  const rounds = await Promise.all(Array.from({ length: 5 }, () => recoverTurns(db, { limit: 100 })))
  const closed = rounds.flat().map(({ runId }) => runId)
  expect(new Set(closed).size).toBe(closed.length)
  expect(closed.length + (await recoverTurns(db, { limit: 100 })).length).toBe(10)
})

test('a run that its process is renewing is left to it, without a wait', async () => {
  const { db } = database
  const renewed = await begin(EXPIRED_MS)
  const left = await begin(EXPIRED_MS)
  const renewal = await db.pool.connect()
  try {
    await renewal.query('begin')
    await renewal.query(`update runs set lease_expires_at = now() + interval '1 minute' where id = $1`, [
      renewed.runId,
    ])
    expect(await recoverTurns(db, { limit: 10 })).toEqual([left])
    await renewal.query('commit')
  } finally {
    renewal.release()
  }
  expect(await recoverTurns(db, { limit: 10 })).toEqual([])
})

test('one call closes at most the given number of runs', async () => {
  const { db } = database
  for (let number = 0; number < 3; number++) await begin(EXPIRED_MS)
  expect(await recoverTurns(db, { limit: 2 })).toHaveLength(2)
  expect(await recoverTurns(db, { limit: 2 })).toHaveLength(1)
})

test('a simultaneous recovery and finish close the turn exactly once', async () => {
  const { db } = database
  for (let round = 0; round < 20; round++) {
    const { sessionId, runId } = await begin(EXPIRED_MS)
    const [result, recovered] = await Promise.all([
      finish(runId, 2),
      recoverTurns(db, { limit: 10 }),
      recordStep(db, { runId, step }),
    ])
    const late = await recoverTurns(db, { limit: 10 })
    expect(recovered.length + late.length).toBe(result === 'finished' ? 0 : 1)
    expect(await listMessages(db, owner, sessionId)).toHaveLength(2)
    const run = await getRun(db, owner, runId)
    expect(run?.status).toBe(result === 'finished' ? 'ok' : 'interrupted')
    expect(run?.steps.at(-1)?.agentName).toBe('final_response')
  }
})

test('the start of the oldest running turn is known', async () => {
  expect(await oldestTurnBegan(database.db)).toBeNull()
  const startedAt = Date.now()
  const first = await begin(60_000)
  const firstBegan = (await oldestTurnBegan(database.db))?.getTime() ?? 0
  expect(Math.abs(firstBegan - startedAt)).toBeLessThan(60_000)
  await begin(60_000)
  expect((await oldestTurnBegan(database.db))?.getTime()).toBe(firstBegan)
  await finish(first.runId)
  expect((await oldestTurnBegan(database.db))?.getTime()).toBeGreaterThan(firstBegan)
})
