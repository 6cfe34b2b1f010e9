import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createTestUser, type TestDatabase } from './testing.ts'
import { deleteToolSignIn, getToolSignIn, saveToolSignIn } from './tool-sign-in.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('each owner has one record for each server', async () => {
  const { db } = database
  const [alice, bob] = [await createTestUser(db), await createTestUser(db)]
  const save = (text: string) =>
    saveToolSignIn(db, alice, { toolServerId: 'acme/mail', recordCipher: Buffer.from(text) })
  await save('first')
  await save('second')
  expect(await getToolSignIn(db, alice, 'acme/mail')).toEqual(Buffer.from('second'))
  expect(await getToolSignIn(db, alice, 'acme/post')).toBeNull()
  expect(await getToolSignIn(db, bob, 'acme/mail')).toBeNull()

  await deleteToolSignIn(db, bob, 'acme/mail')
  expect(await getToolSignIn(db, alice, 'acme/mail')).toEqual(Buffer.from('second'))
  await deleteToolSignIn(db, alice, 'acme/mail')
  expect(await getToolSignIn(db, alice, 'acme/mail')).toBeNull()
})
