import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, createTestUser, type TestDatabase } from './testing.ts'
import { findOrCreateUserByWallet, getUser } from './user.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('one address is one user, however it is spelled', async () => {
  const first = await findOrCreateUserByWallet(database.db, WALLET)
  const again = await findOrCreateUserByWallet(database.db, WALLET.toLowerCase())
  expect(again).toEqual(first)
  expect(again.walletAddress).toBe(WALLET)
  expect(again.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
})

test('first logins at the same moment make one user', async () => {
  const wallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const users = await Promise.all(
    Array.from({ length: 20 }, () => findOrCreateUserByWallet(database.db, wallet)),
  )
  expect(new Set(users.map(({ owner }) => owner)).size).toBe(1)
})

test('another address is another user', async () => {
  const { db } = database
  const { owner } = await findOrCreateUserByWallet(db, WALLET)
  const other = await createTestUser(db)
  expect(other).not.toBe(owner)
  expect(await getUser(db, owner)).toMatchObject({ owner, walletAddress: WALLET })
})

test('a user that is gone is null', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  await db.pool.query('delete from users where id = $1', [owner])
  expect(await getUser(db, owner)).toBeNull()
})
