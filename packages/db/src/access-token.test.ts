import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTokenOwner, revokeAccessToken } from './access-token.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { createTestDatabase, createTestUser, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a token stands for its user until it is revoked, other tokens stay good', async () => {
  const { db } = database
  const userId = await createTestUser(db)
  const [tokenId, otherTokenId] = [randomUUID(), randomUUID()]
  expect(await findTokenOwner(db, { tokenId, userId })).toBe(userId)

  const expiresAt = new Date(Date.now() + 60_000)
  await revokeAccessToken(db, { tokenId, expiresAt })
  await revokeAccessToken(db, { tokenId, expiresAt })
  expect(await findTokenOwner(db, { tokenId, userId })).toBeNull()
  expect(await findTokenOwner(db, { tokenId: otherTokenId, userId })).toBe(userId)
})

test('no token stands for a user that does not exist, or for the owner of the templates', async () => {
  const { db } = database
  expect(await findTokenOwner(db, { tokenId: randomUUID(), userId: randomUUID() })).toBeNull()
  expect(await findTokenOwner(db, { tokenId: randomUUID(), userId: DEFAULT_OWNER })).toBeNull()
})
