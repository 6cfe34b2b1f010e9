import { beforeAll, expect, test } from 'vitest'
import { createApiKey, findApiKey, listApiKeys, markApiKeyUsed, revokeApiKey } from './api-key.ts'
import type { OwnerId } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const digest = Buffer.from('digest of a secret')

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

test('a stored key is found by its id and listed to its owner alone, without its digest', async () => {
  const { db } = database
  const key = await createApiKey(db, owner, {
    keyId: 'aaaaaaaaaaaa',
    digest,
    name: 'Reports',
    expiresAt: null,
    scopes: ['chat', 'read'],
  })
  expect(key).toMatchObject({ keyId: 'aaaaaaaaaaaa', name: 'Reports', lastUsedAt: null, revokedAt: null })
  expect(await findApiKey(db, 'aaaaaaaaaaaa')).toEqual({
    owner,
    role: 'member',
    ownLimits: null,
    digest,
    scopes: 'chat read',
    isUseDue: true,
  })
  expect(await listApiKeys(db, owner)).toEqual([key])
  expect(Object.keys(key)).not.toContain('digest')
  expect(await listApiKeys(db, other)).toEqual([])
  expect(await findApiKey(db, 'aaaaaaaaaaab')).toBeNull()
})

test('only its owner revokes a key, permanently', async () => {
  const { db } = database
  await createApiKey(db, owner, {
    keyId: 'bbbbbbbbbbbb',
    digest,
    name: 'Old',
    expiresAt: null,
    scopes: ['chat'],
  })
  expect(await revokeApiKey(db, other, 'bbbbbbbbbbbb')).toBe(false)
  expect(await findApiKey(db, 'bbbbbbbbbbbb')).toMatchObject({ owner, scopes: 'chat' })
  expect(await revokeApiKey(db, owner, 'bbbbbbbbbbbb')).toBe(true)
  expect(await findApiKey(db, 'bbbbbbbbbbbb')).toBeNull()

  const [first] = (await listApiKeys(db, owner)).filter(({ keyId }) => keyId === 'bbbbbbbbbbbb')
  expect(await revokeApiKey(db, owner, 'bbbbbbbbbbbb')).toBe(true)
  const [again] = (await listApiKeys(db, owner)).filter(({ keyId }) => keyId === 'bbbbbbbbbbbb')
  expect(again?.revokedAt).toBe(first?.revokedAt)
})

test('a key expires by the clock of the database', async () => {
  const { db } = database
  const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)]
  const key = await createApiKey(db, owner, {
    keyId: 'cccccccccccc',
    digest,
    name: 'Past',
    expiresAt: past,
    scopes: [],
  })
  await createApiKey(db, owner, {
    keyId: 'dddddddddddd',
    digest,
    name: 'Future',
    expiresAt: future,
    scopes: [],
  })
  expect(key.expiresAt).toEqual(past)
  expect(await findApiKey(db, 'cccccccccccc')).toBeNull()
  expect(await findApiKey(db, 'dddddddddddd')).toMatchObject({ owner, scopes: '' })
})

test('the use of a key is recorded once a minute', async () => {
  const { db } = database
  await createApiKey(db, owner, {
    keyId: 'eeeeeeeeeeee',
    digest,
    name: 'Busy',
    expiresAt: null,
    scopes: ['chat'],
  })
  const readUse = async () =>
    (await listApiKeys(db, owner)).find(({ keyId }) => keyId === 'eeeeeeeeeeee')?.lastUsedAt
  await markApiKeyUsed(db, { keyId: 'eeeeeeeeeeee', from: '203.0.113.0/24' })
  const first = await readUse()
  const [busy] = await listApiKeys(db, owner)
  expect(busy?.lastUsedFrom).toBe('203.0.113.0/24')
  expect((await findApiKey(db, 'eeeeeeeeeeee'))?.isUseDue).toBe(false)
  expect(first).toMatch(/^\d{4}-/)
  await markApiKeyUsed(db, { keyId: 'eeeeeeeeeeee', from: '203.0.113.0/24' })
  expect(await readUse()).toBe(first)

  await db.pool.query(
    `update api_keys set last_used_at = '2026-01-01T00:00:00.000000' where key_id = 'eeeeeeeeeeee'`,
  )
  await markApiKeyUsed(db, { keyId: 'eeeeeeeeeeee', from: '203.0.113.0/24' })
  expect(await readUse()).not.toMatch(/^2026-01-01/)
})
