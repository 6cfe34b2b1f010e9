import { expect, test } from 'vitest'
import { createTestUser, useTestDatabase } from './testing.ts'
import { findOrCreateUserByWallet, getUser } from './user.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const database = useTestDatabase()

test('one address is one user in every spelling', async () => {
  const first = await findOrCreateUserByWallet(database.db, WALLET)
  const again = await findOrCreateUserByWallet(database.db, WALLET.toLowerCase())
  expect(again).toEqual(first)
  expect(again.walletAddress).toBe(WALLET)
  expect(again.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
})

test('simultaneous first sign-ins create one user', async () => {
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

test('a missing user is null', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  await db.pool.query('delete from users where id = $1', [owner])
  expect(await getUser(db, owner)).toBeNull()
})
