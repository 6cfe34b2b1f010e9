import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testConformance } from '../testing/conformance.ts'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const { token, userId } = await api.signIn()
  alice = token
  // An administrator reaches every operation.
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [userId])
})
beforeEach(() => {
  api.faults.length = 0
})

testConformance(() => ({ api, token: alice }))

test('an unknown path is a 404 in the same form', async () => {
  const reply = await api.send('GET', '/no/such/thing', { bearer: alice })
  expect(reply.status).toBe(404)
  expect(reply.body).toEqual({ status: 'error', message: 'There is nothing at this path.' })
})
