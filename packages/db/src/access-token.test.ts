import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findTokenOwner, revokeAccessToken } from './access-token.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()

test('a token is valid for its user until it is revoked; other tokens stay valid', async () => {
  const { db } = database
  const userId = await createTestUser(db)
  const [tokenId, otherTokenId] = [randomUUID(), randomUUID()]
  expect(await findTokenOwner(db, { tokenId, userId })).toEqual({ owner: userId, role: 'member' })

  const expiresAt = new Date(Date.now() + 60_000)
  await revokeAccessToken(db, { tokenId, expiresAt })
  await revokeAccessToken(db, { tokenId, expiresAt })
  expect(await findTokenOwner(db, { tokenId, userId })).toBeNull()
  expect(await findTokenOwner(db, { tokenId: otherTokenId, userId })).toEqual({
    owner: userId,
    role: 'member',
  })
})

test('no token is valid for a missing user or for the owner of the templates', async () => {
  const { db } = database
  expect(await findTokenOwner(db, { tokenId: randomUUID(), userId: randomUUID() })).toBeNull()
  expect(await findTokenOwner(db, { tokenId: randomUUID(), userId: DEFAULT_OWNER })).toBeNull()
})
