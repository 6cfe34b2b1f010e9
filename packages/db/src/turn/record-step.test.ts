import type { RunStep } from '@parley/domain'
import { beforeAll, expect, test, vi } from 'vitest'
import type { OwnerId } from '../owner.ts'
import { getRun } from '../run.ts'
import { beginTestTurn, createTestUser, makeFinalStep, useTestDatabase } from '../testing.ts'
import { finishTurn } from './finish-turn.ts'
import { recordStep } from './record-step.ts'

const database = useTestDatabase()
let owner: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
})

const begin = async () => (await beginTestTurn(database.db, owner)).runId

function step(stepId: number, agentName = 'execute_sql'): RunStep {
  const createdAt = '2026-11-21T10:00:00.123Z'
  return { stepId, agentName, input: { at: stepId }, output: {}, status: 'ok', createdAt, durationMs: 3 }
}

const stepsOf = async (runId: string) => (await getRun(database.db, owner, runId))?.steps

test('steps of many runs that arrive together are stored together, each with its own run', async () => {
  const { db } = database
  const runs = await Promise.all(Array.from({ length: 30 }, begin))
  const statements = vi.spyOn(db.pool, 'query')
  await Promise.all(
    runs.flatMap((runId) => [1, 2, 3].map((stepId) => recordStep(db, { runId, step: step(stepId) }))),
  )
  // The first step is stored at once, the other 89 in batches of 32.
  expect(statements).toHaveBeenCalledTimes(4)
  statements.mockRestore()
  for (const runId of runs) expect(await stepsOf(runId)).toEqual([step(1), step(2), step(3)])
})

test('a step that cannot be stored, or whose run has ended, does not affect the others of its batch', async () => {
  const { db } = database
  const [good, bad, ended] = [await begin(), await begin(), await begin()]
  await finishTurn(db, {
    runId: ended,
    leaseOwner: 'here',
    status: 'ok',
    message: { content: 'Done.', type: 'chat', status: 'ok', runId: '', artifacts: null },
    finalStep: makeFinalStep(1, 'Done.'),
    usage: null,
  })
  const outcomes = await Promise.allSettled([
    recordStep(db, { runId: good, step: step(1) }),
    recordStep(db, { runId: bad, step: step(1, 'no text in a database: \u0000') }),
    recordStep(db, { runId: ended, step: step(2) }),
    recordStep(db, { runId: good, step: step(2) }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await stepsOf(good)).toEqual([step(1), step(2)])
  expect(await stepsOf(bad)).toEqual([])
  expect(await stepsOf(ended)).toEqual([makeFinalStep(1, 'Done.')])
})
