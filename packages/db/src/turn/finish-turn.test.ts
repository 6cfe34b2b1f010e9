import { randomUUID } from 'node:crypto'
import type { RunStep } from '@parley/domain'
import { beforeAll, expect, test } from 'vitest'
import { createArtifact } from '../artifact.ts'
import { deleteSession } from '../delete-session.ts'
import { listMessages } from '../message.ts'
import type { OwnerId } from '../owner.ts'
import { getRun } from '../run.ts'
import { beginTestTurn, createTestUser, makeFinalStep, useTestDatabase } from '../testing.ts'
import { beginTurn } from './begin-turn.ts'
import { type FinishedTurn, finishTurn } from './finish-turn.ts'
import { recordStep } from './record-step.ts'
import { renewTurnLeases } from './renew-turn-leases.ts'

const database = useTestDatabase()
let owner: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
})

const begin = () => beginTestTurn(database.db, owner)

function ending(runId: string, finalStepId = 1): FinishedTurn {
  return {
    runId,
    leaseOwner: 'here',
    status: 'ok',
    message: { content: 'Seven.', type: 'chat', status: 'ok', runId: '', artifacts: null },
    finalStep: makeFinalStep(finalStepId, 'Seven.'),
    usage: { inputTokens: 10, outputTokens: 2 },
    costMicros: 70,
  }
}

function sqlStep(stepId: number): RunStep {
  return {
    stepId,
    agentName: 'execute_sql',
    input: { generated_sql: 'SELECT "name", \'{a,b}\' AS "x\\y"' },
    output: { row_count: 2, rows: [{ z: 'NULL', a: null, 'odd "key"': 'nul \u0000 and \ud83d' }] },
    status: 'ok',
    createdAt: '2026-11-21T10:00:00.123Z',
    durationMs: 12,
  }
}

test('answer, steps, usage and status are stored together', async () => {
  const { db } = database
  const { sessionId, runId } = await begin()
  const failed: RunStep = {
    ...sqlStep(2),
    status: 'error',
    input: null,
    output: { error: 'No such table.' },
  }
  await recordStep(db, { runId, step: sqlStep(1) })
  await recordStep(db, { runId, step: failed })
  const turn = ending(runId, 4)
  const message: FinishedTurn['message'] = {
    content: 'Seven.',
    type: 'message',
    status: 'truncated',
    runId,
    artifacts: ['a/b.png'],
  }
  expect(await finishTurn(db, { ...turn, status: 'truncated', message, steps: [sqlStep(3)] })).toBe(
    'finished',
  )

  expect(await listMessages(db, owner, sessionId)).toMatchObject([
    { sequence: 1, role: 'user' },
    { sequence: 2, role: 'assistant', ...message },
  ])
  expect(await getRun(db, owner, runId)).toEqual({
    runId,
    sessionId,
    status: 'truncated',
    metadata: null,
    usage: { inputTokens: 10, outputTokens: 2 },
    costMicros: 70,
    steps: [sqlStep(1), failed, sqlStep(3), turn.finalStep],
  })
})

test('JSON is read back with its keys in order', async () => {
  const { db } = database
  const { runId } = await begin()
  await finishTurn(db, { ...ending(runId, 2), steps: [sqlStep(1)] })
  const run = await getRun(db, owner, runId)
  expect(JSON.stringify(run?.steps[0]?.output)).toBe(JSON.stringify(sqlStep(1).output))
})

test('a session is free after a turn, and an ended run accepts no more steps', async () => {
  const { db } = database
  const { sessionId, runId } = await begin()
  await finishTurn(db, ending(runId))
  const after = await getRun(db, owner, runId)
  await recordStep(db, { runId, step: sqlStep(7) })
  expect(await renewTurnLeases(db, { runIds: [runId], leaseOwner: 'here', leaseMs: 1000 })).toEqual([])
  expect(await finishTurn(db, { ...ending(runId), status: 'error' })).toBe('lost')
  expect(await getRun(db, owner, runId)).toEqual(after)

  const next = {
    sessionId,
    runId: randomUUID(),
    query: 'And?',
    leaseOwner: 'here',
    leaseMs: 1000,
    historyLimit: 9,
  }
  expect(await beginTurn(db, owner, next)).toMatchObject({ kind: 'begun' })
})

test('finishing twice stores once', async () => {
  const { db } = database
  const { sessionId, runId } = await begin()
  const results = await Promise.all(Array.from({ length: 5 }, () => finishTurn(db, ending(runId))))
  expect(results).toEqual(Array(5).fill('finished'))
  expect(await listMessages(db, owner, sessionId)).toHaveLength(2)
})

test('only the process that holds the lease renews it and finishes the turn', async () => {
  const { db } = database
  const { sessionId, runId } = await begin()
  expect(await renewTurnLeases(db, { runIds: [runId], leaseOwner: 'elsewhere', leaseMs: 1000 })).toEqual([])
  expect(await finishTurn(db, { ...ending(runId), leaseOwner: 'elsewhere' })).toBe('lost')
  expect(await listMessages(db, owner, sessionId)).toHaveLength(1)
  expect(await renewTurnLeases(db, { runIds: [runId], leaseOwner: 'here', leaseMs: 1000 })).toEqual([runId])
  expect(await finishTurn(db, ending(runId))).toBe('finished')
})

test('deleting the session during a turn leaves nothing, and the turn restores nothing', async () => {
  const { db } = database
  const { sessionId, runId } = await begin()
  await recordStep(db, { runId, step: sqlStep(1) })
  expect(await deleteSession(db, owner, { id: sessionId })).toEqual([sessionId])

  await recordStep(db, { runId, step: sqlStep(2) })
  const artifact = { fileName: 'c.png', mediaType: 'image/png', bytes: 1, path: 'c', runId, expiresAt: null }
  expect(await createArtifact(db, owner, { artifactId: randomUUID(), ...artifact })).toBe(false)
  expect(await finishTurn(db, ending(runId, 3))).toBe('lost')
  expect(await getRun(db, owner, runId)).toBeNull()
  const { rows } = await db.pool.query(
    `select (select count(*) from messages where session_id = $1) + (select count(*) from steps where run_id = $2)
       + (select count(*) from artifacts where run_id = $2) as left_behind`,
    [sessionId, runId],
  )
  expect(rows).toEqual([{ left_behind: '0' }])
})

test('deleting a session during writes never deadlocks and never leaves a part', async () => {
  const { db } = database
  for (let round = 0; round < 30; round++) {
    const { sessionId, runId } = await begin()
    const [, , result, deletion] = await Promise.all([
      recordStep(db, { runId, step: sqlStep(1) }),
      createArtifact(db, owner, {
        artifactId: randomUUID(),
        fileName: 'c.png',
        mediaType: 'image/png',
        bytes: 1,
        path: 'c',
        runId,
        expiresAt: null,
      }),
      finishTurn(db, ending(runId, 2)),
      deleteSession(db, owner, { id: sessionId }),
    ])
    expect(['finished', 'lost']).toContain(result)
    expect(deletion).toEqual([sessionId])
  }
  const { rows } = await db.pool.query(
    `select (select count(*) from messages where session_id not in (select id from sessions))
       + (select count(*) from steps where run_id not in (select id from runs))
       + (select count(*) from artifacts where run_id not in (select id from runs)) as orphans`,
  )
  expect(rows).toEqual([{ orphans: '0' }])
})
