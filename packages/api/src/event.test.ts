import { scriptedModel } from '@parley/agent/testing'
import { recordEvent, verifyEvents } from '@parley/core'
import { cutOldEvents, findEvents, sealAllEvents } from '@parley/core/testing'
import type { OwnerId } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: { token: string; userId: string; address: string }
let bob: typeof alice

beforeEach(async () => {
  // Events outlive their persons, and a test begins with none.
  await database.db.pool.query(
    'alter table events disable trigger all; alter table event_seals disable trigger all',
  )
  await database.db.pool.query('truncate events, unsealed_events, event_seals, event_cuts, event_subjects')
  await database.db.pool.query(
    'alter table events enable trigger all; alter table event_seals enable trigger all',
  )
  api = createTestApi({
    db: database.db,
    model: scriptedModel([]).model,
    exportRows: async () => ({ columns: [{ name: 'a', type: 'INTEGER' }], rows: noRows() }),
  })
  alice = await api.signIn()
  bob = await api.signIn()
})

async function* noRows(): AsyncGenerator<never[], void, void> {
  yield []
}
const events = (filter: Parameters<typeof findEvents>[1] = {}) => findEvents(api.deps, filter)
const actions = async (userId: string) =>
  (await events({ userId: userId })).map(({ action, outcome }) => `${action} ${outcome}`).reverse()
const sealAll = () => sealAllEvents(api.deps)
const tamper = (sql: string) =>
  database.db.pool.query(
    `alter table events disable trigger all; ${sql}; alter table events enable trigger all`,
  )

test('sign-ins, keys, data sources and exports are events of their person alone, with door, key and network', async () => {
  const bearer = alice.token
  const key = await api.send('POST', '/apikeys', { bearer, body: { name: 'CI', scopes: ['read'] } })
  const { api_key_id, secret } = key.body.data
  await api.send('GET', '/agent', { bearer: secret, clientAddress: '203.0.113.9' })
  await expect.poll(async () => (await events({ action: 'apiKey.firstUse' })).length).toBe(1)
  await api.send('GET', '/agent', { bearer: secret })
  const source = { name: 'sales', format: 'csv', content: 'a\n1\n' }
  const { id } = (await api.send('POST', '/data_source', { bearer, body: source })).body.data
  const exported = { bearer: secret, body: { sql: 'select * from sales.data' }, clientAddress: '203.0.113.9' }
  await api.send('POST', '/data_source/export', exported).catch(() => undefined)
  await api.send('DELETE', `/apikeys/${api_key_id}`, { bearer })
  await api.send('DELETE', `/data_source/${id}`, { bearer })
  await api.send('POST', '/auth/sign_out', { bearer })

  expect(await actions(alice.userId)).toEqual([
    'auth.signIn ok',
    'apiKey.create ok',
    'apiKey.firstUse ok',
    'dataSource.create ok',
    'dataSource.export ok',
    'apiKey.revoke ok',
    'dataSource.delete ok',
    'auth.signOut ok',
  ])
  expect(await actions(bob.userId)).toEqual(['auth.signIn ok'])
  const [found] = await events({ action: 'dataSource.export' })
  expect(found).toMatchObject({
    person: { userId: alice.userId, name: alice.address },
    door: 'rest',
    keyId: api_key_id,
    network: '203.0.113.0/24',
    targetId: id,
    detail: { name: 'sales' },
  })
})

test('a refused sign-in is an event without a person, and a mistake in a request is none', async () => {
  const body = { wallet: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }
  expect((await api.send('POST', '/auth/verify', { body, clientAddress: '198.51.100.7' })).status).toBe(401)
  expect((await api.send('POST', '/apikeys', { bearer: alice.token, body: { name: '' } })).status).toBe(400)
  expect((await events())[0]).toMatchObject({
    person: null,
    action: 'auth.signIn',
    outcome: 'unauthenticated',
    network: '198.51.100.0/24',
  })
  expect(await actions(alice.userId)).toEqual(['auth.signIn ok'])
})

test('events and seals cannot be changed, deleted or truncated', async () => {
  await sealAll()
  for (const sql of [
    "update events set outcome = 'x'",
    'delete from events',
    'truncate events',
    'delete from event_seals',
  ])
    await expect(database.db.pool.query(sql)).rejects.toThrow('events are only inserted')
})

test('the chain of seals shows an edited, a removed and an added event, and a removed batch', async () => {
  await sealAll()
  await recordEvent(api.deps, { door: 'service', clientAddress: null, owner: null, action: 'test.second' })
  await sealAll()
  const whole = await verifyEvents(api.deps)
  expect(whole).toMatchObject({ events: 3, batches: 2, problems: [] })

  await tamper("update events set outcome = 'ok ' where id = (select min(id) from events)")
  expect((await verifyEvents(api.deps)).problems).toEqual(['An event of batch 1, or its seal, was changed.'])
  await tamper("update events set outcome = 'ok' where id = (select min(id) from events)")
  expect((await verifyEvents(api.deps)).problems).toEqual([])

  await tamper('delete from events where id = (select max(id) from events)')
  expect((await verifyEvents(api.deps)).problems).toEqual(['1 events of batch 2 were removed.'])

  await database.db.pool.query("insert into events (action, outcome, door) values ('forged', 'ok', 'rest')")
  const { problems } = await verifyEvents(api.deps)
  expect(problems.at(-1)).toMatch(/^Event \d+ is in no batch\.$/)
})

test('a cut off end of the chain is found with a batch that was noted before', async () => {
  await sealAll()
  const { newest } = await verifyEvents(api.deps)
  if (!newest) throw new Error('There is a batch.')
  expect((await verifyEvents(api.deps, newest)).problems).toEqual([])
  await database.db.pool.query(
    'alter table event_seals disable trigger all; delete from event_seals; alter table event_seals enable trigger all',
  )
  await tamper('delete from events')
  expect((await verifyEvents(api.deps)).problems).toEqual([])
  expect((await verifyEvents(api.deps, newest)).problems).toEqual([
    'Batch 1 is missing or has another hash than the one noted.',
  ])
})

test('erasing a person leaves the events and the chain, and nothing that names the person', async () => {
  await api.send('POST', '/apikeys', { bearer: alice.token, body: { name: 'Canary name' } })
  await sealAll()
  await database.db.pool.query('delete from users where id = $1', [alice.userId as OwnerId])
  const left = await events({ action: 'apiKey.create' })
  expect(left[0]).toMatchObject({ person: { userId: null, name: null }, detail: {} })
  const text = JSON.stringify((await database.db.pool.query('select e::text from events e')).rows)
  for (const secret of [alice.userId, alice.address, 'Canary']) expect(text).not.toContain(secret)
  expect((await verifyEvents(api.deps)).problems).toEqual([])
})

test('retention deletes whole old batches, and the rest of the chain still verifies', async () => {
  await sealAll()
  await tamper("update events set at = at - interval '40 days'")
  // What the service sealed 40 days ago: the seal of the rows as they are now.
  await database.db.pool.query(
    'alter table event_seals disable trigger all; delete from event_seals; alter table event_seals enable trigger all',
  )
  await database.db.pool.query('insert into unsealed_events select id from events')
  await sealAll()
  await api.send('POST', '/apikeys', { bearer: alice.token, body: { name: 'New' } })
  await sealAll()
  await cutOldEvents(api.deps, 30)
  await sealAll()
  expect((await events()).map(({ action }) => action)).toEqual(['event.cut', 'apiKey.create'])
  expect(await verifyEvents(api.deps)).toMatchObject({ events: 2, problems: [] })
  await database.db.pool.query("update event_cuts set hash = '\\x00'")
  expect((await verifyEvents(api.deps)).problems[0]).toMatch(/was not removed by the service/)
})

test('events that several writers store at once are sealed once each', async () => {
  const write = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        recordEvent(api.deps, {
          door: 'rest',
          clientAddress: null,
          owner: alice.userId as OwnerId,
          action: 'test.many',
        }),
      ),
    )
  await Promise.all([write(500), sealAll(), write(500), sealAll(), sealAll()])
  await sealAll()
  expect(await verifyEvents(api.deps)).toMatchObject({ events: 1002, problems: [] })
})

test('an administrator lists events by person, action and time, in pages, and checks the chain', async () => {
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [bob.userId])
  await api.send('POST', '/apikeys', { bearer: alice.token, body: { name: 'CI' } })
  const list = async (query: string) =>
    (await api.send('GET', `/event?${query}`, { bearer: bob.token })).body.data
  const first = await list(`parley_uuid=${alice.userId}&limit=1`)
  expect(first.events).toMatchObject([
    { action: 'apiKey.create', outcome: 'ok', names: { name: 'CI' }, person: { name: alice.address } },
  ])
  const second = await list(`parley_uuid=${alice.userId}&limit=1&cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ events: [{ action: 'auth.signIn' }], next_cursor: null })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await list(`action=auth.signIn&to=${tomorrow}`)).events).toHaveLength(2)
  expect((await list(`action=auth.signIn&from=${tomorrow}`)).events).toEqual([])
  expect((await api.send('GET', '/event?cursor=x', { bearer: bob.token })).status).toBe(400)

  await sealAll()
  const verified = await api.send('GET', '/event/seal', { bearer: bob.token })
  expect(verified.body.data).toMatchObject({ events: 3, batches: 1, problems: [], newest: { batch: 1 } })
  for (const path of ['/event', '/event/seal'])
    expect((await api.send('GET', path, { bearer: alice.token })).status).toBe(403)
})
