import { scriptedModel } from '@parley/agent/testing'
import type { OfferedSource } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { router } from './router.ts'
import { createTestApi, type TestApi } from './testing.ts'

const ID = '6c656467-6572-4000-8000-000000000001'
const stake = { name: 'stake', type: 'DECIMAL(29,9)', description: 'In CHN.', samples: [] }
const ledger: OfferedSource = {
  id: ID,
  name: 'ledger',
  kind: 'ledger',
  description: 'The ledger network.',
  tables: [{ name: 'validators', description: 'All validators.', rowCount: null, columns: [stake] }],
  createdAt: '2026-01-01T00:00:00.000000',
  updatedAt: 'first',
  offered: { ownerId: 'the service', open: async () => ({ files: new Map() }) },
}

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string
const read: { owner: string; names: string[] }[] = []

beforeAll(async () => {
  api = createTestApi({
    db: database.db,
    model: scriptedModel([]).model,
    offered: [ledger],
    query: async (owner, { sources }) => {
      read.push({ owner, names: sources.map(({ name, offered }) => `${name} ${offered?.ownerId ?? 'own'}`) })
      return { columns: [], rows: [], rowCount: 0, notes: [] }
    },
  })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})

const namesOf = async (bearer: string) => {
  const { data } = (await api.send('GET', '/data_source', { bearer })).body
  return data.data_sources.map(({ name }: { name: string }) => name)
}

async function runSql(bearer: string): Promise<void> {
  const signal = new AbortController().signal
  const caller = router.createCaller({ deps: api.deps, bearer, signal, idempotencyKey: null })
  await caller.dataSource.query({ sql: 'SELECT 1' })
}

test('every user has it, with its current columns', async () => {
  for (const bearer of [alice, bob]) {
    const { data } = (await api.send('GET', `/data_source/${ID}`, { bearer })).body
    expect(data).toEqual({
      id: ID,
      name: 'ledger',
      title: 'ledger',
      kind: 'ledger',
      description: 'The ledger network.',
      address: '',
      created_at: '2026-01-01T00:00:00.000000',
      refreshed_at: expect.stringMatching(/^20\d\d-.*T.*000$/),
      tables: [
        {
          name: 'ledger.validators',
          description: 'All validators.',
          row_count: null,
          columns: [stake],
          keys: [],
        },
      ],
    })
    expect(await namesOf(bearer)).toEqual(['ledger'])
  }
  expect((await api.send('GET', '/data_source')).status).toBe(401)
})

test.each([
  ['PATCH', '', { description: 'Mine.' }],
  ['POST', '/refresh', undefined],
  ['DELETE', '', undefined],
])('refuses %s %s with a sentence', async (method, path, body) => {
  const reply = await api.send(method, `/data_source/${ID}${path}`, { bearer: alice, ...(body && { body }) })
  expect([reply.status, reply.headers['x-error-code']]).toEqual([403, 'forbidden'])
  expect(reply.body.message).toBe(
    'The service offers this data source and keeps it up to date. It cannot be changed or deleted.',
  )
  expect(await namesOf(alice)).toEqual(['ledger'])
})

test("is listed with the owner's own sources, and none of them gets its name", async () => {
  const file = { name: 'Ledger.csv', format: 'csv', content: 'a\nb' }
  const { data } = (await api.send('POST', '/data_source', { bearer: bob, body: file })).body
  expect(data.name).toBe('ledger_2')
  expect(await namesOf(bob)).toEqual(['ledger_2', 'ledger'])
  expect(await namesOf(alice)).toEqual(['ledger'])
  await runSql(bob)
  expect(read.at(-1)?.names).toEqual(['ledger_2 own', 'ledger the service'])
})

test('gets another name when the owner already has a data source with its name', async () => {
  const offered = api.deps.data.offered
  const { token } = await api.signIn()
  Object.assign(api.deps.data, { offered: [] })
  const file = { name: 'ledger', format: 'csv', content: 'a\nb' }
  await api.send('POST', '/data_source', { bearer: token, body: file })
  Object.assign(api.deps.data, { offered })
  expect(await namesOf(token)).toEqual(['ledger', 'ledger_2'])
  const { data } = (await api.send('GET', `/data_source/${ID}`, { bearer: token })).body
  expect(data.tables[0].name).toBe('ledger_2.validators')
})
