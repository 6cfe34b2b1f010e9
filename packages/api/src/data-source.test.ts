import { randomUUID } from 'node:crypto'
import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { router } from './router.ts'
import { createTestApi, type TestApi } from './testing.ts'

type World = Parameters<typeof createTestApi>[0]
type Connected = Awaited<ReturnType<NonNullable<World['connect']>>>

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string
const world: World = { db: undefined as never, model: scriptedModel([]).model, removed: [] }

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})
beforeEach(() => {
  api.faults.length = 0
  Object.assign(world, { removed: [], connect: async () => shop() })
})

function shop(orderColumns = ['id', 'customer_id']): Connected {
  const column = (name: string) => ({ name, type: 'integer', description: `The ${name}.`, samples: ['1'] })
  const key = { columns: ['customer_id'], table: 'public.customers', tableColumns: ['id'] }
  return {
    bytes: 0,
    tables: [
      { name: 'public.customers', description: '', rowCount: 2, columns: [column('id')] },
      {
        name: 'public.orders',
        description: 'Every order.',
        rowCount: null,
        columns: orderColumns.map(column),
        keys: [key],
      },
    ],
  }
}

const connection = {
  kind: 'postgresql',
  host: 'db.example',
  database: 'shop',
  user: 'reader',
  password: 'hunter2-secret',
}
const create = (body: object = {}, bearer = alice) =>
  api.send('POST', '/data_source', { bearer, body: { name: 'Shop', connection, ...body } })

describe('connecting', () => {
  test('a database shows its tables, columns and keys, but no secrets', async () => {
    const reply = await create({ name: 'The Shop!', description: 'All sales.' })
    expect(reply.body.data).toMatchObject({
      name: 'the_shop',
      kind: 'postgresql',
      address: 'db.example:5432/shop',
      description: 'All sales.',
      refreshed_at: expect.stringMatching(/^\d{4}-/),
      tables: [
        { name: 'the_shop.public.customers', row_count: 2, keys: [] },
        {
          name: 'the_shop.public.orders',
          description: 'Every order.',
          columns: [{ name: 'id' }, { name: 'customer_id', description: 'The customer_id.' }],
          keys: [{ columns: ['customer_id'], table: 'the_shop.public.customers', table_columns: ['id'] }],
        },
      ],
    })
    const got = await api.send('GET', `/data_source/${reply.body.data.id}`, { bearer: alice })
    expect(got.body).toEqual(reply.body)
    const list = await api.send('GET', '/data_source', { bearer: alice })
    expect(list.body.data.data_sources).toContainEqual(
      expect.objectContaining({ name: 'the_shop', kind: 'postgresql', table_count: 2 }),
    )
    const { rows } = await database.db.pool.query('select d::text as text from data_sources d')
    for (const secret of ['hunter2', Buffer.from('hunter2').toString('hex'), 'reader']) {
      expect(JSON.stringify([reply.body, list.body, rows])).not.toContain(secret)
    }
  })

  test.each([
    [{ kind: 'mysql', host: '127.0.0.1', database: 'd', user: 'u' }, '127.0.0.1:3306/d'],
    [{ kind: 'postgresql', host: '::1', database: 'd', user: 'u' }, '[::1]:5432/d'],
    [
      { kind: 'http_api', url: 'https://api.example/v1?key=s3cret', headers: { 'x-key': 's3cret' } },
      'https://api.example/v1',
    ],
    [
      { kind: 'clickhouse', url: 'https://ch.example:8443/', user: 's3cret', database: 'd' },
      'https://ch.example:8443 d',
    ],
    [
      { kind: 'trino', url: 'https://trino.example', user: 's3cret', catalog: 'hive' },
      'https://trino.example hive',
    ],
  ])('%j is shown as an address', async (sent, address) => {
    const reply = await create({ name: sent.kind, connection: sent })
    expect(reply.body.data).toMatchObject({ kind: sent.kind, address })
    expect(JSON.stringify(reply.body)).not.toContain('s3cret')
  })

  test('a connection is encrypted unless its host is this machine or it disables encryption', async () => {
    const seen: unknown[] = []
    world.connect = async (_owner, source) => {
      seen.push(source.connection)
      return shop()
    }
    for (const part of [{}, { host: '127.0.0.1' }, { tls: 'require' }]) {
      await create({ name: 'tls', connection: { ...connection, ...part } })
    }
    expect(seen).toMatchObject([{ tls: 'verify', port: 5432 }, { tls: 'off' }, { tls: 'require' }])
  })

  test('a connection that fails leaves no record', async () => {
    world.connect = async () => {
      throw new AppError('invalid_request', 'The server refused the user "reader".')
    }
    const before = await api.send('GET', '/data_source', { bearer: alice })
    const reply = await create({ name: 'Broken' })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toBe('The server refused the user "reader".')
    expect((await api.send('GET', '/data_source', { bearer: alice })).body).toEqual(before.body)
  })

  test.each([
    ['an unknown kind', { kind: 'oracle' }],
    ['a host with a path', { ...connection, host: 'db.example/x' }],
    ['a port out of range', { ...connection, port: 70_000 }],
    ['an address that is not http', { kind: 'http_api', url: 'file:///etc/passwd' }],
    [
      'a header with a line break',
      { kind: 'http_api', url: 'https://a.example', headers: { a: 'b\r\nc: d' } },
    ],
    ['a file of the server', { kind: 'sqlite', file: 'datasets/other/database.sqlite' }],
  ])('%s is refused', async (_what, sent) => {
    const reply = await create({ connection: sent })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(/^connection/)
  })

  test('a test reports the tables, stores nothing and deletes fetched files', async () => {
    const send = (sent: object) =>
      api.send('POST', '/data_source/test', { bearer: alice, body: { connection: sent } })
    const before = await api.send('GET', '/data_source', { bearer: alice })
    expect((await send(connection)).body.data).toEqual({
      message: 'It works: 2 tables with 3 columns.',
      warnings: [],
    })
    world.connect = async () => ({
      bytes: 1,
      tables: shop()
        .tables.slice(0, 1)
        .map((table) => ({ ...table, file: 'f' })),
    })
    const asApi = { kind: 'http_api', url: 'https://api.example' }
    expect((await send(asApi)).body.data).toEqual({
      message: 'It works: 2 records with 1 column.',
      warnings: [],
    })
    expect(world.removed).toEqual(['f'])
    world.connect = async () => ({ bytes: 0, tables: [] })
    expect((await send(connection)).body.data.message).toMatch(/no table/)
    expect((await api.send('GET', '/data_source', { bearer: alice })).body).toEqual(before.body)
  })

  test('a SQLite database is uploaded, and its file is deleted with the data source', async () => {
    const body = {
      name: 'Lite',
      format: 'sqlite',
      content: 'YQ==',
      encoding: 'base64',
      connection: undefined,
    }
    const reply = await create(body)
    expect(reply.body.data).toMatchObject({ kind: 'sqlite', address: '' })
    expect(JSON.stringify(reply.body)).not.toContain('datasets')
    await api.send('DELETE', `/data_source/${reply.body.data.id}`, { bearer: alice })
    expect(world.removed).toEqual(['datasets/database.sqlite'])
  })
})

test.each([
  ['Shop.db', 'sqlite'],
  ['lines.jsonl', 'file'],
  ['wind.data', 'file'],
  ['users.dat', 'file'],
  ['Book.XLSX', 'file'],
  ['places.geojson', 'file'],
  ['sales.csv.gz', 'file'],
  ['several.zip', 'file'],
  ['notes.TXT', 'file'],
])('the file extension decides the format of an uploaded form with %s', async (fileName, kind) => {
  const raw = [
    '--frontier',
    `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
    'Content-Type: application/octet-stream',
    '',
    'content',
    '--frontier--',
    '',
  ].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }
  const reply = await api.send('POST', '/data_source', { bearer: alice, raw, headers })
  expect(reply.body.data).toMatchObject({ kind, name: fileName.split('.')[0]?.toLowerCase() })
})

test.each([
  ['Übersicht.csv', 'ubersicht'],
  ['Продажи.csv', 'source'],
])('the name of the uploaded file %s is read as UTF-8', async (fileName, name) => {
  const raw = [
    '--frontier',
    `Content-Disposition: form-data; name="file"; filename="${fileName}"`,
    '',
    'a,b',
    '--frontier--',
    '',
  ].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }
  const reply = await api.send('POST', '/data_source', { bearer: alice, raw, headers })
  expect(reply.body.data).toMatchObject({ name })
})

describe('describing and refreshing', () => {
  const patch = (id: string, body: object, bearer = alice) =>
    api.send('PATCH', `/data_source/${id}`, { bearer, body })
  const refresh = (id: string, bearer = alice) => api.send('POST', `/data_source/${id}/refresh`, { bearer })

  test("the owner's descriptions replace those of the data source and survive a refresh", async () => {
    const source = (await create({ name: 'Words' })).body.data
    const orders = 'words.public.orders'
    const columns = [{ name: 'id', description: 'Number on the bill.' }]
    const words = { description: 'Ours.', tables: [{ name: orders, description: 'Bills.', columns }] }
    const changed = (await patch(source.id, words)).body.data
    expect(changed.tables[1]).toMatchObject({
      description: 'Bills.',
      columns: [{ description: 'Number on the bill.' }, { description: 'The customer_id.' }],
    })

    world.connect = async () => shop(['id', 'day'])
    const refreshed = (await refresh(source.id)).body.data
    expect(refreshed).toMatchObject({ name: 'words', description: 'Ours.' })
    expect(refreshed.tables[1]).toMatchObject({
      description: 'Bills.',
      columns: [{ name: 'id', description: 'Number on the bill.' }, { name: 'day' }],
    })
    expect(refreshed.refreshed_at > source.refreshed_at).toBe(true)

    const emptied = {
      tables: [{ name: orders, description: '', columns: [{ name: 'id', description: '' }] }],
    }
    expect((await patch(source.id, emptied)).body.data.tables[1]).toMatchObject({
      description: 'Every order.',
      columns: [{ description: 'The id.' }, {}],
    })
  })

  test('words for values and columns that are not searched survive a refresh, and are the owner’s alone', async () => {
    world.connect = async () => shop(['id', 'customer_id'])
    const { id } = (await create({ name: 'Values' })).body.data
    const name = 'values.public.orders'
    const value_synonyms = [{ value: '1', synonyms: ['first', 'one'] }]
    const say = (column: object, bearer = alice) =>
      patch(id, { tables: [{ name, columns: [{ name: 'id', ...column }] }] }, bearer)
    const own = { name: 'id', description: 'The id.', is_searched: false, value_synonyms }
    expect((await say({ is_searched: false, value_synonyms })).body.data.tables[1].columns[0]).toMatchObject(
      own,
    )
    expect((await refresh(id)).body.data.tables[1].columns[0]).toMatchObject(own)
    expect((await say({ description: 'Mine.' })).body.data.tables[1].columns[0]).toMatchObject({
      ...own,
      description: 'Mine.',
    })
    expect((await say({ value_synonyms: [] }, bob)).status).toBe(404)
    expect((await say({ value_synonyms: [{ value: '1', synonyms: [] }] })).status).toBe(400)
    const after = (await say({ is_searched: true, value_synonyms: [] })).body.data.tables[1].columns[0]
    expect(Object.keys(after)).toEqual(['name', 'type', 'description', 'samples'])
  })

  test('unknown tables and columns are named', async () => {
    const { id } = (await create({ name: 'Names' })).body.data
    const table = await patch(id, { tables: [{ name: 'names.nothing', description: 'x' }] })
    expect(table.body.message).toContain('no table names.nothing')
    const columns = [{ name: 'nothing', description: 'x' }]
    const column = await patch(id, { tables: [{ name: 'names.public.orders', columns }] })
    expect(column.body.message).toContain('no column nothing')
  })

  test('a refresh uses the stored connection, deletes the old files, and changes nothing when it fails', async () => {
    const files = ['one', 'two']
    const seen: unknown[] = []
    world.connect = async (_owner, source) => {
      seen.push(source)
      const file = files.shift()
      if (!file) throw new AppError('upstream_failed', 'The API answered with status 500.')
      return { bytes: 1, tables: shop().tables.map((table) => ({ ...table, file })) }
    }
    const sent = {
      kind: 'http_api',
      url: 'https://api.example/?k=1',
      headers: { 'x-key': 'k' },
      records_path: 'a.b',
    }
    const { id } = (await create({ name: 'Feed', connection: sent })).body.data
    expect((await refresh(id)).status).toBe(200)
    expect(world.removed).toEqual(['one', 'one'])
    const { records_path: recordsPath, ...rest } = sent
    expect(seen[1]).toMatchObject({ name: 'feed', connection: { ...rest, recordsPath } })

    const before = await api.send('GET', `/data_source/${id}`, { bearer: alice })
    expect((await refresh(id)).status).toBe(502)
    expect((await api.send('GET', `/data_source/${id}`, { bearer: alice })).body).toEqual(before.body)
    expect(world.removed).toEqual(['one', 'one'])
  })

  test('a change made during a refresh is not lost', async () => {
    const { id } = (await create({ name: 'Race' })).body.data
    world.connect = async () => {
      await patch(id, { description: 'Written meanwhile.' })
      return { bytes: 1, tables: [{ ...shop().tables[0], file: 'new' }] as Connected['tables'] }
    }
    expect((await refresh(id)).status).toBe(409)
    expect(world.removed).toEqual(['new'])
    const got = await api.send('GET', `/data_source/${id}`, { bearer: alice })
    expect(got.body.data.description).toBe('Written meanwhile.')
  })

  test('refuses to refresh a file', async () => {
    const { id } = (await create({ name: 'Plain', format: 'csv', content: 'a', connection: undefined })).body
      .data
    expect((await refresh(id)).body.message).toContain('upload the new one')
  })

  test("another user's data source gets the same reply as a missing one", async () => {
    const { id } = (await create({ name: 'Private' })).body.data
    for (const [method, end, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { description: 'mine' }],
      ['POST', '/refresh', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const others = await api.send(method, `/data_source/${id}${end}`, { bearer: bob, body })
      const missing = await api.send(method, `/data_source/${randomUUID()}${end}`, { bearer: bob, body })
      expect(others.status).toBe(404)
      expect(others.reply).toEqual(missing.reply)
    }
    expect(world.removed).toEqual([])
  })
})

describe('statements from the console', () => {
  const run = (bearer: string, sql: string) =>
    router
      .createCaller({ deps: api.deps, bearer, signal: new AbortController().signal, idempotencyKey: null })
      .dataSource.query({ sql })

  test("run over the caller's data sources with their stored connections", async () => {
    await create({ name: 'Mine' })
    world.query = async (_owner, { sources }) => ({
      columns: [{ name: 'n', type: 'BIGINT' }],
      rows: [{ n: sources.length }],
      rowCount: 3,
      notes: [],
    })
    const reply = await run(bob, 'SELECT 1')
    expect(reply).toEqual({
      columns: [{ name: 'n', type: 'BIGINT' }],
      rows: [{ n: 0 }],
      row_count: 3,
      truncated: true,
      notes: [],
      is_correction: false,
    })
    world.query = async (_owner, { sources }) => {
      const mine = sources.find(({ name }) => name === 'mine')
      throw new AppError('invalid_request', `Got ${mine?.connection?.kind} of ${sources.length > 0}.`)
    }
    await expect(run(alice, 'SELECT 1')).rejects.toThrow('Got postgresql of true.')
  })

  test('are refused for API keys', async () => {
    const caller = router.createCaller({
      deps: api.deps,
      bearer: alice,
      signal: new AbortController().signal,
      idempotencyKey: null,
    })
    const { secret } = await caller.apiKey.create({ name: 'Program' })
    await expect(run(secret, 'SELECT 1')).rejects.toThrow('sign in with a wallet')
  })
})
