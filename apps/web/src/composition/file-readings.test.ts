import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createMetadataStore, createSandbox, type MetadataStore, type Sandbox } from '@parley/data'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDeps } from './data-deps.ts'

let database: TestDatabase
let folder: string
let sandbox: Sandbox
let egress: Egress
let metadata: MetadataStore
let api: TestApi
let alice: string
let bob: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'parley-readings-'))
  sandbox = createSandbox({ tempFolder: folder })
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  metadata = createMetadataStore({ folder })
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  Object.assign(api.deps, { data: createDataDeps({ sandbox, egress, metadata, folder }) })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})
afterAll(async () => {
  metadata.close()
  await sandbox.close()
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
    settings: expect.objectContaining({ separator: ';', date_order: 'day_first', decimal_mark: ',' }),
    chosen: [],
  })
  const path = `/data_source/${body.data.id}`
  expect((await api.send('GET', path, { bearer: alice })).body.data.tables).toEqual(body.data.tables)
  expect((await api.send('GET', path, { bearer: bob })).status).toBe(404)
})
