import { scriptedModel } from '@parley/agent/testing'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { openSignInRecords } from './sign-in-records.ts'

const database = useTestDatabase()

test('only its owner reads a record, only for its server, and no plain text is stored', async () => {
  const { db } = database
  const [alice, bob] = [await createTestUser(db), await createTestUser(db)]
  const records = openSignInRecords(createTestDeps({ db, model: scriptedModel([]).model }))
  const place = { ownerId: alice, toolServerId: 'acme/mail' }
  await records.save(place, { tokens: { access_token: 'open-sesame' } })
  expect(await records.load(place)).toEqual({ tokens: { access_token: 'open-sesame' } })
  expect(await records.load({ ...place, ownerId: bob })).toBeNull()
  const { rows } = await db.pool.query(`select encode(record_cipher, 'escape') as "text" from tool_sign_ins`)
  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain('sesame')

  await db.pool.query('update tool_sign_ins set user_id = $1', [bob])
  expect(await records.load({ ...place, ownerId: bob })).toBeNull()
  await records.remove({ ...place, ownerId: bob })
  expect(await records.load({ ...place, ownerId: bob })).toBeNull()
})
