import { scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, createTestUser, type TestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { openSignInRecords } from './sign-in-records.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a record is read by its owner for its server only, and stands nowhere in clear', async () => {
  const { db } = database
  const [alice, bob] = [await createTestUser(db), await createTestUser(db)]
  const records = openSignInRecords(createTestDeps({ db, model: scriptedModel([]).model }))
  const place = { owner: alice, toolServerId: 'acme/mail' }
  await records.save(place, { tokens: { access_token: 'open-sesame' } })
  expect(await records.load(place)).toEqual({ tokens: { access_token: 'open-sesame' } })
  expect(await records.load({ ...place, owner: bob })).toBeNull()
  const { rows } = await db.pool.query(`select encode(record_cipher, 'escape') as "text" from tool_sign_ins`)
  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain('sesame')

  await db.pool.query('update tool_sign_ins set user_id = $1', [bob])
  await expect(records.load({ ...place, owner: bob })).rejects.toThrow('cannot be read')
  await records.remove({ ...place, owner: bob })
  expect(await records.load({ ...place, owner: bob })).toBeNull()
})
