import { expect, test } from 'vitest'
import { createTestUser, useTestDatabase } from './testing.ts'
import {
  deleteToolSignIn,
  getToolSignIn,
  lockToolSignIn,
  saveToolSignIn,
  unlockToolSignIn,
} from './tool-sign-in.ts'

const database = useTestDatabase()

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

test('one process at a time holds the lock of a record, until it is released or has expired', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const toolServerId = 'acme/mail'
  const lock = (lifetimeMs = 60_000) => lockToolSignIn(db, owner, { toolServerId, lifetimeMs })
  expect(await lock()).toBe(false)
  await saveToolSignIn(db, owner, { toolServerId, recordCipher: Buffer.from('record') })
  const held = await Promise.all(Array.from({ length: 16 }, () => lock()))
  expect(held.filter(Boolean)).toHaveLength(1)
  await unlockToolSignIn(db, owner, toolServerId)
  expect(await lock(0)).toBe(true)
  await expect.poll(() => lock()).toBe(true)
  expect(await lock()).toBe(false)
})
