import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { router } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createMetadataStore, type MetadataStore } from '@parley/data'
import { sandboxOfWorker } from '@parley/data/testing/worker-sandbox'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDeps } from './data-deps.ts'
import { retiredVersions } from './retired-versions.ts'

let database: TestDatabase
let folder: string
let egress: Egress
let metadata: MetadataStore
let api: TestApi
let alice: string
let bob: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'parley-readings-'))
  const sandbox = await sandboxOfWorker()
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  metadata = createMetadataStore({ folder })
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  Object.assign(api.deps, {
    data: createDataDeps({ sandbox, egress, metadata, folder, retired: retiredVersions(api.deps.db) }),
  })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})
afterAll(async () => {
  metadata.close()
  await egress.close()
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

const upload = (name: string, content: string, bearer = alice) =>
  api.send('POST', '/data_source', { bearer, body: { name, format: 'csv', content } })

test('the reply of an upload and the data source say how the file was read', async () => {
  const { status, body } = await upload('bills', 'day;paid\n31/01/2024;1.234,50\n29/02/2024;7,25\n')
  expect(status).toBe(200)
  const [table] = body.data.tables
  expect(table.reading).toEqual({
    notes: [
      {
        kind: 'dates',
        column: 'day',
        text: 'Text in the file, read as a date with the day before the month.',
      },
      {
        kind: 'numbers',
        column: 'paid',
        text: 'Text in the file, read as numbers with a comma before the decimals and a point between thousands.',
      },
    ],
    settings: expect.objectContaining({ separator: ';', date_order: 'day_first', decimal_mark: 'comma' }),
    chosen: [],
  })
  const path = `/data_source/${body.data.id}`
  expect((await api.send('GET', path, { bearer: alice })).body.data.tables).toEqual(body.data.tables)
  expect((await api.send('GET', path, { bearer: bob })).status).toBe(404)
})

describe('reading a file again', () => {
  const reread = (id: string, body: object, bearer = alice) =>
    api.send('POST', `/data_source/${id}/reread`, { bearer, body })
  const ask = (sql: string) =>
    router
      .createCaller({
        deps: api.deps,
        bearer: alice,
        signal: new AbortController().signal,
        idempotencyKey: null,
      })
      .dataSource.query({ sql })
  /** The versions on the disk that no deletion has retired. */
  async function liveVersions(): Promise<string[]> {
    const entries = await readdir(join(folder, 'datasets'), { recursive: true })
    const listed = await database.db.pool.query<{ version: string }>('select version from retired_versions')
    const retired = new Set(listed.rows.map(({ version }) => version))
    return entries
      .filter((path) => /^[0-9a-f]{32}\/[0-9a-f-]{36}$/.test(path))
      .filter((path) => !retired.has(`datasets/${path}`))
  }

  test('with another order of dates gives other days, and keeps the descriptions of the owner', async () => {
    const { id } = (await upload('days', 'day,n\n01/02/2024,1\n03/04/2024,2\n')).body.data
    await api.send('PATCH', `/data_source/${id}`, {
      bearer: alice,
      body: { tables: [{ name: 'days.days', columns: [{ name: 'n', description: 'Visitors.' }] }] },
    })
    const { status, body } = await reread(id, { settings: { date_order: 'month_first' } })
    expect(status).toBe(200)
    const [table] = body.data.tables
    expect(table.columns).toMatchObject([
      { name: 'day', type: 'DATE', samples: ['2024-01-02', '2024-03-04'] },
      { name: 'n', description: 'Visitors.' },
    ])
    expect(table.reading).toMatchObject({ settings: { date_order: 'month_first' }, chosen: ['date_order'] })
    expect((await ask("SELECT n FROM days WHERE day = DATE '2024-03-04'")).rows).toEqual([{ n: 2 }])

    const other = await reread(id, { table: 'days.days', settings: { date_order: 'day_first' } })
    expect(other.body.data.tables[0].columns[0].samples).toEqual(['2024-02-01', '2024-04-03'])
    const undone = await reread(id, { settings: {} })
    expect(undone.body.data.tables[0].columns[0].type).toBe('VARCHAR')
    expect(undone.body.data.tables[0].reading.chosen).toEqual([])
  })

  test('with chosen types of columns gives these types, counts what does not fit, and can be undone', async () => {
    const { id } = (await upload('visits', 'code,n,day\nA1,1,31/01/2024\n007,2.5,29/02/2024\n')).body.data
    const types = async (settings: object) => {
      const { status, body } = await reread(id, { settings })
      expect(status).toBe(200)
      const [{ columns, reading }] = body.data.tables
      return { types: columns.map(({ type }: { type: string }) => type), reading }
    }
    const chosen = { code: 'integer', n: 'integer', day: 'text' }
    const changed = await types({ column_types: chosen })
    expect(changed.types).toEqual(['BIGINT', 'BIGINT', 'VARCHAR'])
    expect(changed.reading).toMatchObject({
      chosen: ['column_types'],
      settings: { column_types: chosen },
      notes: expect.arrayContaining([
        {
          kind: 'chosen_type',
          column: 'code',
          text: 'You chose the type integer. 1 value does not fit and is empty.',
        },
      ]),
    })
    expect((await ask('SELECT * FROM visits ORDER BY day')).rows).toEqual([
      { code: 7, n: null, day: '29/02/2024' },
      { code: null, n: 1, day: '31/01/2024' },
    ])
    expect((await types({})).types).toEqual(['VARCHAR', 'DOUBLE', 'DATE'])
    const unknown = await reread(id, { settings: { column_types: { none: 'text' } } })
    expect(unknown.status).toBe(400)
    expect(unknown.body.message).toContain(
      'column_types names “none”. Name columns of the table: code, n, day.',
    )
    expect((await reread(id, { settings: { column_types: { n: 'text' } } }, bob)).status).toBe(404)
  })

  test('at the same time is done once, or one after the other, and leaves no files', async () => {
    const { id } = (await upload('twice', 'day\n01/02/2024\n')).body.data
    const before = await liveVersions()
    const replies = await Promise.all(
      ['day_first', 'month_first', 'day_first'].map((date_order) => reread(id, { settings: { date_order } })),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await liveVersions()).toHaveLength(before.length)
    const { tables } = (await api.send('GET', `/data_source/${id}`, { bearer: alice })).body.data
    const days = { day_first: '2024-02-01', month_first: '2024-01-02' }
    const { settings } = tables[0].reading
    expect(tables[0].columns[0].samples).toEqual([days[settings.date_order as keyof typeof days]])
    expect((await ask('SELECT count(*) AS n FROM twice')).rows).toEqual([{ n: 1 }])
  })

  test('is refused for invalid settings, and changes nothing', async () => {
    const { id } = (await upload('wrong', 'a\n1\n')).body.data
    const before = (await api.send('GET', `/data_source/${id}`, { bearer: alice })).body
    for (const [settings, message] of [
      [{ separator: 'abc' }, 'separator'],
      [{ header_row: -1 }, 'header_row'],
      [{ date_order: 'year_first' }, 'date_order'],
    ] as const) {
      const refused = await reread(id, { settings })
      expect(refused.status).toBe(400)
      expect(refused.body.message).toContain(message)
    }
    expect((await reread(id, { table: 'wrong.other', settings: {} })).body.message).toBe(
      'table: name one of the tables of the data source: wrong.wrong.',
    )
    expect((await api.send('GET', `/data_source/${id}`, { bearer: alice })).body).toEqual(before)
  })

  test("is not possible for another user's file, a missing one and one that was not uploaded", async () => {
    const { id } = (await upload('private', 'a\n1\n')).body.data
    const others = await reread(id, { settings: {} }, bob)
    const missing = await reread(randomUUID(), { settings: {} }, bob)
    expect(others.status).toBe(404)
    expect(others.reply).toEqual(missing.reply)
    const sample = await api.send('POST', '/data_source', { bearer: alice, body: { sample: 'cars' } })
    const refused = await reread(sample.body.data.id, { settings: {} })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe(
      'The data source cannot be read differently. It is not an uploaded file.',
    )
  })

  test('is refused when it would exceed the storage of the user, and leaves no files', async () => {
    const { id } = (await upload('full', 'day\n01/02/2024\n')).body.data
    const before = await liveVersions()
    const { quotas } = api.deps.limits
    Object.assign(api.deps.limits, { quotas: { ...quotas, storageBytes: 100 } })
    const refused = await reread(id, { settings: { date_order: 'day_first' } })
    Object.assign(api.deps.limits, { quotas })
    expect(refused.status).toBe(413)
    expect(await liveVersions()).toEqual(before)
  })

  test('ends with the data source, whose file is deleted with it', async () => {
    const before = await liveVersions()
    const { id } = (await upload('gone', 'a\n1\n')).body.data
    const [version = ''] = (await liveVersions()).filter((path) => !before.includes(path))
    expect(await readdir(join(folder, 'datasets', version))).toEqual(['original.zst', 'table-1.parquet'])
    await api.send('DELETE', `/data_source/${id}`, { bearer: alice })
    expect((await reread(id, { settings: {} })).status).toBe(404)
    await api.deps.data.removeRetiredFiles(new Date(Date.now() + 60_000))
    expect(await readdir(join(folder, 'datasets', version)).catch(({ code }) => code)).toBe('ENOENT')
  })
})
