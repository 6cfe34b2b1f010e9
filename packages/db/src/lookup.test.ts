import { expect, test } from 'vitest'
import { findTokenOwner } from './access-token.ts'
import { createApiKey, findApiKey, revokeApiKey } from './api-key.ts'
import { getLlmConfig } from './llm-config.ts'
import { createTestConfig, createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()

const issuedAt = new Date()

test('each lookup of a batch gets its own row', async () => {
  const { db } = database
  const [owner, other] = [await createTestUser(db), await createTestUser(db)]
  const configs = [
    await createTestConfig(db, owner),
    await createTestConfig(db, owner),
    await createTestConfig(db, other),
  ]
  const ids = configs.map(({ id }) => id)
  const asked = ids.flatMap((id) => [owner, other, owner].map((who) => getLlmConfig(db, who, id)))
  const found = (await Promise.all(asked)).map((config) => config?.id ?? null)
  const [first, second, third] = ids
  expect(found).toEqual([first, null, first, second, null, second, null, third, null])
})

test('a lookup that the database refuses does not fail the others of its batch', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const [good, bad, alsoGood] = await Promise.allSettled([
    findTokenOwner(db, { tokenId: 'a', userId: owner, issuedAt }),
    findTokenOwner(db, { tokenId: 'b', userId: 'no uuid', issuedAt }),
    findTokenOwner(db, { tokenId: 'c', userId: owner, issuedAt }),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: { owner, role: 'member', ownLimits: null } })
  expect(bad.status).toBe('rejected')
  expect(alsoGood).toEqual({ status: 'fulfilled', value: { owner, role: 'member', ownLimits: null } })
})

test('every lookup after a revocation sees it, however busy the key is', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  await createApiKey(db, owner, {
    keyId: 'ffffffffffff',
    digest: Buffer.from('d'),
    name: 'Busy',
    expiresAt: null,
    scopes: [],
  })
  let isRevoked = false
  const ask = async () => {
    for (let round = 0; round < 50; round++) {
      const wasRevoked = isRevoked
      const credential = await findApiKey(db, 'ffffffffffff')
      if (wasRevoked) expect(credential?.isRevoked).toBe(true)
    }
  }
  const revoke = async () => {
    await findApiKey(db, 'ffffffffffff')
    await revokeApiKey(db, owner, 'ffffffffffff')
    isRevoked = true
  }
  await Promise.all([...Array.from({ length: 20 }, ask), revoke()])
  expect((await findApiKey(db, 'ffffffffffff'))?.isRevoked).toBe(true)
})
