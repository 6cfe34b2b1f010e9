import { scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConformance } from '../testing/conformance.ts'
import { createTestApi, type TestApi } from '../testing.ts'

let database: TestDatabase
let api: TestApi
let alice: string

beforeAll(async () => {
  database = await createTestDatabase()
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  alice = (await api.signIn()).token
})
afterAll(() => database.drop())
beforeEach(() => {
  api.faults.length = 0
})

testConformance(() => ({ api, token: alice }))

test('an unknown path is a 404 in the same form', async () => {
  const reply = await api.send('GET', '/no/such/thing', { bearer: alice })
  expect(reply.status).toBe(404)
  expect(reply.body).toEqual({ status: 'error', message: 'There is nothing at this path.' })
})
