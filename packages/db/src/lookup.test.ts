import { recordSpans } from '@parley/telemetry'
import { afterEach, expect, test, vi } from 'vitest'
import { findTokenOwner } from './access-token.ts'
import { createApiKey, findApiKey, revokeApiKey } from './api-key.ts'
import { getLlmConfig } from './llm-config.ts'
import { createTestConfig, createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()

const issuedAt = new Date()

let stopCounting = () => {}
afterEach(() => stopCounting())

/** Counts the statements of one name from now on. */
function countStatements(name: string): { begun: number } {
  const counted = { begun: 0 }
  stopCounting = recordSpans((span) => {
    if (span.name === name) counted.begun++
    return { set() {}, within: (work) => work(), end() {} }
  })
  return counted
}

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
      if (wasRevoked) expect(credential).toBeNull()
    }
  }
  const revoke = async () => {
    await findApiKey(db, 'ffffffffffff')
    await revokeApiKey(db, owner, 'ffffffffffff')
    isRevoked = true
  }
  await Promise.all([...Array.from({ length: 20 }, ask), revoke()])
  expect(await findApiKey(db, 'ffffffffffff')).toBeNull()
})

test('lookups that arrive while a statement is running share the next one', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const counted = countStatements('find_token_owners')
  const ask = async (client: number) => {
    // Each client begins in another turn of the event loop.
    for (let turn = 0; turn < client; turn++) await new Promise((resolve) => setImmediate(resolve))
    for (let round = 0; round < 20; round++) {
      const found = await findTokenOwner(db, { tokenId: `t${client}`, userId: owner, issuedAt })
      expect(found?.owner).toBe(owner)
    }
  }
  await Promise.all(Array.from({ length: 32 }, (_, client) => ask(client)))
  expect(counted.begun).toBeLessThan((32 * 20) / 4)
})

test('a statement that hangs does not hold up the lookups after it', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const lookUp = (tokenId: string) => findTokenOwner(db, { tokenId, userId: owner, issuedAt })
  await lookUp('first')
  const holder = await db.pool.connect()
  const counted = countStatements('find_token_owners')
  try {
    await holder.query('begin; lock table revoked_access_tokens in access exclusive mode')
    const hanging = lookUp('a')
    await vi.waitFor(() => expect(counted.begun).toBe(1))
    const next = lookUp('b')
    await vi.waitFor(() => expect(counted.begun).toBe(2))
    await holder.query('commit')
    expect((await hanging)?.owner).toBe(owner)
    expect((await next)?.owner).toBe(owner)
  } finally {
    holder.release(true)
  }
})
