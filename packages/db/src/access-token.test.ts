import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endSessions, findTokenOwner, revokeAccessToken } from './access-token.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()
const issuedAt = new Date()

test('a token is valid for its user until it is revoked; other tokens stay valid', async () => {
  const { db } = database
  const userId = await createTestUser(db)
  const [tokenId, otherTokenId] = [randomUUID(), randomUUID()]
  expect(await findTokenOwner(db, { tokenId, userId, issuedAt })).toEqual({
    owner: userId,
    role: 'member',
    ownLimits: null,
  })

  const expiresAt = new Date(Date.now() + 60_000)
  await revokeAccessToken(db, { tokenId, expiresAt })
  await revokeAccessToken(db, { tokenId, expiresAt })
  expect(await findTokenOwner(db, { tokenId, userId, issuedAt })).toBeNull()
  expect(await findTokenOwner(db, { tokenId: otherTokenId, userId, issuedAt })).toEqual({
    owner: userId,
    role: 'member',
    ownLimits: null,
  })
})

test('no token is valid for a missing user or for the owner of the templates', async () => {
  const { db } = database
  expect(await findTokenOwner(db, { tokenId: randomUUID(), userId: randomUUID(), issuedAt })).toBeNull()
  expect(await findTokenOwner(db, { tokenId: randomUUID(), userId: DEFAULT_OWNER, issuedAt })).toBeNull()
})

test('sessions that began before a time end, except the kept one', async () => {
  const { db } = database
  const [userId, other] = [await createTestUser(db), await createTestUser(db)]
  const kept = randomUUID()
  const at = (tokenId: string, ms: number, user = userId) =>
    findTokenOwner(db, { tokenId, userId: user, issuedAt: new Date(issuedAt.getTime() + ms) })
  await endSessions(db, userId, { before: issuedAt, keptTokenId: kept })
  expect(await at(randomUUID(), -1)).toBeNull()
  expect(await at(randomUUID(), 0)).not.toBeNull()
  expect(await at(kept, -1000)).not.toBeNull()
  expect(await at(randomUUID(), -1000, other)).not.toBeNull()
})
