import { scriptedModel } from '@parley/agent/testing'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { keepResults } from './keep-results.ts'

const database = useTestDatabase({ poolSize: 1 })
afterEach(() => void vi.useRealTimers())

test('holds no result after it was read', async () => {
  const owner = await createTestUser(database.db)
  const { signal } = new AbortController()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const keeper = keepResults(createTestDeps({ db: database.db, model: scriptedModel([]).model }), owner, {
    runId: 'run',
    signal,
  })
  const reason = 'The rows changed while they were stored.'
  keeper.keep({ stepId: 1, readWhole: () => Promise.reject(new AppError('conflict', reason)) })
  expect(await keeper.kept()).toEqual(new Map([[1, { kind: 'lost', reason }]]))
  // A timer would keep the rows in memory for as long as an answer waits for them.
  expect(vi.getTimerCount()).toBe(0)
})
