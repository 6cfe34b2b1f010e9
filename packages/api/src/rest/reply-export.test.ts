import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})

async function save(bearer: string, sql = 'SELECT 1') {
  const { status, headers, reply, body } = await api.send('POST', '/data_source/export', {
    bearer,
    body: { sql },
  })
  let text = ''
  if (typeof reply.body === 'object' && Symbol.asyncIterator in reply.body) {
    for await (const piece of reply.body) text += piece
  }
  return { status, headers, text, body }
}

test('saves all rows in the order of the columns, with NULL, quotes and formulas made safe', async () => {
  world.exportRows = async () => ({
    columns: ['name', '2014', 'note'].map((name) => ({ name, type: 'VARCHAR' })),
    rows: (async function* () {
      yield [
        { '2014': 1, name: 'a "quoted", one', note: null },
        { '2014': -2.5, name: '=1+1', note: { deep: [1] } },
      ]
      yield [{ '2014': '90071992547409930', name: 'two\nlines', note: true }]
    })(),
  })
  const { status, headers, text } = await save(alice)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="result.csv"',
  })
  expect(text.split('\r\n')).toEqual([
    'name,2014,note',
    '"a ""quoted"", one",1,',
    `'=1+1,-2.5,"{""deep"":[1]}"`,
    '"two\nlines",90071992547409930,true',
    '',
  ])
})

test('saves the header of a result without rows', async () => {
  world.exportRows = async () => ({
    columns: [{ name: 'n', type: 'BIGINT' }],
    rows: (async function* () {})(),
  })
  expect((await save(alice)).text).toBe('n\r\n')
})

test('runs over the data sources of the caller alone', async () => {
  const connection = { kind: 'postgresql', host: 'db.example', database: 'shop', user: 'reader' }
  world.connect = async () => ({ bytes: 0, tables: [] })
  await api.send('POST', '/data_source', { bearer: alice, body: { name: 'Shop', connection } })
  const seen: string[][] = []
  world.exportRows = async (_owner, { sources }) => {
    seen.push(sources.map(({ name }) => name))
    return { columns: [], rows: (async function* () {})() }
  }
  await save(alice)
  await save(bob)
  expect(seen).toEqual([['shop'], []])
})

test('refuses a missing credential, a missing statement, another method and a result that is too large', async () => {
  expect((await save('nonsense')).status).toBe(401)
  const empty = await api.send('POST', '/data_source/export', { bearer: alice, body: {} })
  expect([empty.status, empty.body.message]).toEqual([400, 'sql: is missing.'])
  const get = await api.send('GET', '/data_source/export', { bearer: alice })
  expect([get.status, get.headers.allow]).toEqual([405, 'POST'])
  world.exportRows = async () => {
    throw new AppError('too_large', 'The result has more than 5 rows.')
  }
  expect((await save(alice)).body.message).toBe('The result has more than 5 rows.')
})

test('gives the statement the signal of its client', async () => {
  const leaving = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  world.exportRows = (_owner, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('invalid_request', 'Cancelled.')))
      begin()
    })
  const pending = api.send('POST', '/data_source/export', {
    bearer: alice,
    body: { sql: 'SELECT 1' },
    signal: leaving.signal,
  })
  await begun
  leaving.abort()
  expect((await pending).body.message).toBe('Cancelled.')
})
