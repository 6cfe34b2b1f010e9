import { beforeAll, expect, test } from 'vitest'
import { abandonIdempotent, beginIdempotent, finishIdempotent } from './idempotency.ts'
import type { OwnerId } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

function request(key: string) {
  return { key, operation: 'chat.query', fingerprint: 'hash of a body' }
}

test('one of many simultaneous calls starts; the others wait for it; later calls get its reply', async () => {
  const { db } = database
  const sent = request('once')
  const begun = await Promise.all(Array.from({ length: 20 }, () => beginIdempotent(db, owner, sent)))
  expect(begun.filter((state) => state === 'started')).toHaveLength(1)
  expect(begun.filter((state) => state === 'in_flight')).toHaveLength(19)
  await finishIdempotent(db, owner, { ...sent, reply: { status: 'ok', data: { content: 'Seven.' } } })
  expect(await beginIdempotent(db, owner, sent)).toEqual({
    kind: 'replay',
    reply: { status: 'ok', data: { content: 'Seven.' } },
  })
})

test('a key with another body is refused, while it runs and after it has finished', async () => {
  const { db } = database
  const sent = request('bodies')
  await beginIdempotent(db, owner, sent)
  const changed = { ...sent, fingerprint: 'another' }
  expect(await beginIdempotent(db, owner, changed)).toBe('other_body')
  await finishIdempotent(db, owner, { ...sent, reply: null })
  expect(await beginIdempotent(db, owner, changed)).toBe('other_body')
  expect(await beginIdempotent(db, owner, sent)).toEqual({ kind: 'replay', reply: null })
})

test("another user's and another operation's same key is independent", async () => {
  const { db } = database
  const sent = request('shared')
  expect(await beginIdempotent(db, owner, sent)).toBe('started')
  expect(await beginIdempotent(db, other, sent)).toBe('started')
  expect(await beginIdempotent(db, owner, { ...sent, operation: 'agent.create' })).toBe('started')
  await abandonIdempotent(db, other, sent)
  expect(await beginIdempotent(db, owner, sent)).toBe('in_flight')
})

test('an abandoned key can be retried, a finished key cannot be abandoned', async () => {
  const { db } = database
  const sent = request('again')
  await beginIdempotent(db, owner, sent)
  await abandonIdempotent(db, owner, sent)
  expect(await beginIdempotent(db, owner, sent)).toBe('started')
  await finishIdempotent(db, owner, { ...sent, reply: null })
  await abandonIdempotent(db, owner, sent)
  expect(await beginIdempotent(db, owner, sent)).toEqual({ kind: 'replay', reply: null })
})

test('the key of a killed process can be retried with the same body; after a day the key is free', async () => {
  const { db } = database
  const sent = request('stale')
  await beginIdempotent(db, owner, sent)
  await db.pool.query(
    `update idempotency_keys set lease_expires_at = now() - interval '1 second' where key = 'stale'`,
  )
  expect(await beginIdempotent(db, owner, { ...sent, fingerprint: 'another' })).toBe('other_body')
  expect(await beginIdempotent(db, owner, sent)).toBe('started')

  await finishIdempotent(db, owner, { ...sent, reply: null })
  await db.pool.query(
    `update idempotency_keys set expires_at = now() - interval '1 second' where key = 'stale'`,
  )
  expect(await beginIdempotent(db, owner, { ...sent, fingerprint: 'another' })).toBe('started')
})
