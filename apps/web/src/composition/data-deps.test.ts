import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { scriptedModel } from '@parley/agent/testing'
import { router } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createMetadataStore, type MetadataStore } from '@parley/data'
import { hasMariaDb, startMariaDb } from '@parley/data/testing/mariadb'
import { sandboxOfWorker } from '@parley/data/testing/worker-sandbox'
import { openDatabase } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import type { JsonObject } from '@parley/domain'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { salesStatements, totalsBy } from '../testing/sales.ts'
import { createDataDeps } from './data-deps.ts'
import { retiredVersions } from './retired-versions.ts'

const service = useTestDatabase()
const sales = useTestDatabase()
let folder: string
let egress: Egress
let metadata: MetadataStore
let api: TestApi
let token: string
let agentId: string
let rates: Server
let factor = 2
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  await makeSales()
  folder = await mkdtemp(join(tmpdir(), 'parley-web-data-'))
  const sandbox = await sandboxOfWorker()
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  rates = await startRates()
  api = createTestApi(Object.assign(world, { db: service.db }))
  metadata = createMetadataStore({ folder })
  Object.assign(api.deps, {
    data: createDataDeps({ sandbox, egress, metadata, folder, retired: retiredVersions(api.deps.db) }),
  })
  token = (await api.signIn()).token
  agentId = await makeAgent()
})
afterAll(async () => {
  rates.close()
  metadata.close()
  await egress.close()
  await rm(folder, { recursive: true, force: true })
})

async function makeSales(): Promise<void> {
  const connected = openDatabase({ url: sales.url, poolSize: 1 })
  for (const statement of [
    'CREATE SCHEMA sales',
    ...salesStatements('sales'),
    "COMMENT ON TABLE sales.orders IS 'Every order since the opening'",
    "COMMENT ON COLUMN sales.orders.total IS 'Turnover in EUR'",
  ]) {
    await connected.pool.query(statement)
  }
  await connected.close()
}

/** An API that requires a key and returns a factor for each country. */
async function startRates(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.headers['x-key'] !== 'open-sesame') return response.writeHead(403).end()
    const records = ['NO', 'SE', 'DK'].map((land, index) => ({ land, factor: factor + index }))
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: { records } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function makeAgent(): Promise<string> {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: token, body: config })).body.data
  const tools = ['find_metadata', 'execute_sql'].map((tool_name) => ({
    tool_name,
    tool_server_id: 'parley',
    properties: [],
  }))
  const body = { name: 'Analyst', model_config_id: id, tools }
  return (await api.send('POST', '/agent', { bearer: token, body })).body.data.agent_id
}

const post = (path: string, body: object) => api.send('POST', path, { bearer: token, body })
const remove = (id: string) => api.send('DELETE', `/data_source/${id}`, { bearer: token })

function postgres(changes: object = {}) {
  const url = new URL(sales.url)
  return {
    kind: 'postgresql',
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    schemas: ['sales'],
    ...changes,
  }
}

function ratesApi() {
  const address = rates.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    kind: 'http_api',
    url: `http://127.0.0.1:${port}/rates`,
    headers: { 'x-key': 'open-sesame' },
    records_path: 'result.records',
  }
}

/** Lets the agent search and run one statement; returns the steps and the text that the model received. */
async function ask(prompt: string, sql: string) {
  const { model, requests } = scriptedModel([
    { toolCalls: [{ name: 'find_metadata', arguments: { user_question: prompt } }] },
    { toolCalls: [{ name: 'execute_sql', arguments: { generated_sql: sql } }] },
    'Done.',
  ])
  world.model = model
  const { data } = (await post('/chat/invoke-agent', { agent_id: agentId, prompt })).body
  const [found, run] = data.trace
  return { found: JSON.stringify(found.output), run, read: JSON.stringify(requests.at(-1)?.messages) }
}

const numbersOf = (rows: readonly JsonObject[], key: string) =>
  new Map(rows.map((row) => [row[key], Number(row.total)]))

const REGIONS: Readonly<Record<string, string>> = { NO: 'north', SE: 'north', DK: 'south' }
const byCountry = (schema: string) =>
  `SELECT c.country, sum(o.total) AS total FROM ${schema}.orders o JOIN ${schema}.customers c ON c.id = o.customer_id GROUP BY c.country`

describe('a PostgreSQL database', () => {
  test('is tested, connected and shown with comments and keys', async () => {
    const tried = await post('/data_source/test', { connection: postgres() })
    expect(tried.body.data).toEqual({
      message: 'It works: 2 tables with 5 columns.',
      warnings: [
        expect.stringMatching(
          /^The user "\w+" is a superuser\. Connect a user that has only the right to read\.$/,
        ),
      ],
    })
    const { data } = (await post('/data_source', { name: 'Shop', connection: postgres() })).body
    expect(data.warnings).toEqual(tried.body.data.warnings)
    const orders = data.tables.find(({ name }: { name: string }) => name === 'shop.sales.orders')
    expect(orders).toMatchObject({
      description: 'Every order since the opening',
      keys: [{ columns: ['customer_id'], table: 'shop.sales.customers', table_columns: ['id'] }],
    })
    expect(orders.columns).toContainEqual(
      expect.objectContaining({ name: 'total', description: 'Turnover in EUR' }),
    )
  })

  test('answers a question that needs two of its tables', async () => {
    const { found, run, read } = await ask('turnover by country', byCountry('shop.sales'))
    expect(found).toContain('"table":"shop.sales.orders"')
    expect(run).toMatchObject({ agent_name: 'execute_sql', status: 'ok', output: { row_count: 3 } })
    const expected = totalsBy((country) => country)
    expect(numbersOf(run.output.rows, 'country')).toEqual(expected)
    expect(read).toContain(String(expected.get('NO')))
  })

  test('is joined with an uploaded file', async () => {
    const content = `country,region\n${Object.entries(REGIONS)
      .map((line) => line.join(','))
      .join('\n')}\n`
    await post('/data_source', { name: 'regions', format: 'csv', content })
    const { run } = await ask(
      'turnover by region',
      `SELECT r.region, sum(o.total) AS total FROM shop.sales.orders o
         JOIN shop.sales.customers c ON c.id = o.customer_id
         JOIN regions.regions r ON r.country = c.country GROUP BY r.region`,
    )
    expect(run).toMatchObject({ status: 'ok', output: { row_count: 2, notes: expect.any(Array) } })
    expect(numbersOf(run.output.rows, 'region')).toEqual(totalsBy((country) => REGIONS[country] ?? ''))
  })

  test("is found by its owner's words, also after a refresh that brought a new table", async () => {
    const { data_sources } = (await api.send('GET', '/data_source', { bearer: token })).body.data
    const { id } = data_sources.find(({ name }: { name: string }) => name === 'shop')
    const columns = [{ name: 'country', description: 'Where the zeppelin lands.' }]
    const body = { tables: [{ name: 'shop.sales.customers', columns }] }
    await api.send('PATCH', `/data_source/${id}`, { bearer: token, body })
    const connected = openDatabase({ url: sales.url, poolSize: 1 })
    await connected.pool.query('CREATE TABLE sales.returns (order_id int)')
    await connected.close()
    const refreshed = await api.send('POST', `/data_source/${id}/refresh`, { bearer: token })
    expect(refreshed.body.data.tables).toHaveLength(3)
    const { found } = await ask('zeppelin', 'SELECT 1 AS total FROM shop.sales.returns')
    expect(found).toContain('"table":"shop.sales.customers"')
    expect(found).toContain('Where the zeppelin lands.')
  })

  test.each([
    ['a wrong user', { user: 'stranger', password: 'x' }, /refused the user "stranger"/],
    ['a database that is not there', { database: 'nothing' }, /no database "nothing"/],
    ['a closed port', { port: 54_999 }, /Nothing answers at/],
    ['a metadata address', { host: '169.254.169.254' }, /could not be reached/],
    ['TLS that the server does not offer', { tls: 'verify' }, /TLS/],
  ])('%s is a sentence and no record', async (_what, changes, sentence) => {
    const before = await api.send('GET', '/data_source', { bearer: token })
    for (const [path, name] of [['/data_source/test'], ['/data_source', 'Broken']] as const) {
      const reply = await post(path, { name, connection: postgres(changes) })
      expect(reply.body.message).toMatch(sentence)
      expect([400, 502]).toContain(reply.status)
    }
    expect((await api.send('GET', '/data_source', { bearer: token })).body).toEqual(before.body)
    expect(api.faults).toEqual([])
  })
})

describe('an HTTP API', () => {
  test('is joined with the database, and gives its new records after a refresh', async () => {
    const { data } = (await post('/data_source', { name: 'rates', connection: ratesApi() })).body
    expect(data.tables).toMatchObject([{ name: 'rates.rates', row_count: 3 }])
    const sql = `SELECT c.country, sum(o.total * r.factor) AS total FROM shop.sales.orders o
      JOIN shop.sales.customers c ON c.id = o.customer_id JOIN rates.rates r ON r.land = c.country
      WHERE c.country = 'NO' GROUP BY c.country`
    const plain = totalsBy((country) => country).get('NO') ?? 0
    expect(numbersOf((await ask('turnover', sql)).run.output.rows, 'country').get('NO')).toBe(plain * 2)

    factor = 5
    const versions = await countFiles()
    await api.send('POST', `/data_source/${data.id}/refresh`, { bearer: token })
    expect(await countFiles()).toBe(versions + 1)
    await removeRetired()
    expect(await countFiles()).toBe(versions)
    expect(numbersOf((await ask('turnover', sql)).run.output.rows, 'country').get('NO')).toBe(plain * 5)
  })

  test('that requires another key fails with a sentence and leaves no file', async () => {
    const before = await countFiles()
    const wrong = { ...ratesApi(), headers: { 'x-key': 'wrong-key' } }
    const reply = await post('/data_source', { name: 'closed', connection: wrong })
    expect(reply.body).toEqual({ status: 'error', message: 'The API answered with status 403.' })
    expect((await post('/data_source/test', { connection: ratesApi() })).body.data.message).toBe(
      'It works: 3 records with 2 columns.',
    )
    expect(await countFiles()).toBe(before)
  })
})

async function countFiles(): Promise<number> {
  const entries = await readdir(join(folder, 'datasets'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

test('a SQLite database is uploaded, read, and deleted with its data source', async () => {
  const path = join(folder, 'made.sqlite')
  const made = new DatabaseSync(path)
  for (const statement of ['BEGIN', ...salesStatements('main'), 'COMMIT'])
    made.exec(statement.replace('REFERENCES main.', 'REFERENCES '))
  made.close()
  const before = await countFiles()
  const content = (await readFile(path)).toString('base64')
  const body = { name: 'lite', format: 'sqlite', content, encoding: 'base64' }
  const { data } = (await post('/data_source', body)).body
  expect(data).toMatchObject({ kind: 'sqlite', tables: [{}, {}] })
  const { run } = await ask('turnover', byCountry('lite'))
  const indexes = async () =>
    (await readdir(join(folder, 'indexes'), { recursive: true })).filter((name) => name.endsWith('.sqlite'))
  expect(await indexes()).toHaveLength(1)
  expect(numbersOf(run.output.rows, 'country')).toEqual(totalsBy((country) => country))
  expect(await countFiles()).toBe(before + 1)
  await remove(data.id)
  expect(await indexes()).toEqual([])
  await removeRetired()
  expect(await countFiles()).toBe(before)
})

test('a file with an invalid row is refused with the row, and leaves neither record nor file', async () => {
  const records = async () => (await api.send('GET', '/data_source', { bearer: token })).body
  const [before, files] = [await records(), await countFiles()]
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="sales.csv"\r\n\r\n'
  const reply = await api.send('POST', '/data_source', {
    bearer: token,
    raw: `${head}a,b\n1,2\n1,2,3\n\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(reply.status).toBe(400)
  expect(reply.body.message).toBe('Line 3 has 3 fields where the first line has 2.')
  expect(await records()).toEqual(before)
  expect(await countFiles()).toBe(files)
})

test('a run keeps reading a data source that is deleted meanwhile', async () => {
  const content = 'a\n1\n2\n'
  const { id } = (await post('/data_source', { name: 'doomed', format: 'csv', content })).body.data
  const before = await countFiles()
  const sum = { name: 'execute_sql', arguments: { generated_sql: 'SELECT sum(a) AS total FROM doomed' } }
  const { model } = scriptedModel([{ toolCalls: [sum] }, { toolCalls: [sum] }, 'Done.'])
  let calls = 0
  world.model = async function* (request) {
    if (++calls === 2) expect((await remove(id)).status).toBe(200)
    return yield* model(request)
  }
  const { data } = (await post('/chat/invoke-agent', { agent_id: agentId, prompt: 'sum' })).body
  const rows = data.trace.map(({ output }: { output: JsonObject }) => output.rows)
  expect(rows.slice(0, 2)).toEqual([[{ total: 3 }], [{ total: 3 }]])
  expect(await countFiles()).toBe(before)
  await removeRetired()
  // The version holds its table and the uploaded file.
  expect(await countFiles()).toBe(before - 2)
})

/** Acts as if every current run had ended. */
function removeRetired(): Promise<void> {
  return api.deps.data.removeRetiredFiles(new Date(Date.now() + 60_000))
}

test('the console runs a statement and shows the same sentence as a model gets', async () => {
  const query = (sql: string) =>
    router
      .createCaller({
        deps: api.deps,
        bearer: token,
        signal: new AbortController().signal,
        idempotencyKey: null,
      })
      .dataSource.query({ sql })
  const reply = await query('SELECT id, total FROM shop.sales.orders ORDER BY id')
  expect(reply).toMatchObject({
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'total', type: 'integer' },
    ],
    row_count: 300,
    truncated: true,
  })
  expect(reply.rows).toHaveLength(200)
  const nothing = await query('SELECT id, total FROM shop.sales.orders WHERE id < 0')
  expect(nothing).toMatchObject({ columns: reply.columns, rows: [], row_count: 0, truncated: false })
  const { run } = await ask('x', 'SELECT totl FROM shop.sales.orders')
  expect(run.output.error).toContain('total')
  await expect(query('SELECT totl FROM shop.sales.orders')).rejects.toThrow(run.output.error)
  await expect(query('DROP TABLE sales.orders')).rejects.toMatchObject({ cause: { code: 'invalid_request' } })
})

// Skipped where the system has no MariaDB server (package mariadb-server).
test.skipIf(!hasMariaDb())('a MariaDB server answers a question that needs two of its tables', async () => {
  const server = await startMariaDb()
  await server.run([
    'CREATE DATABASE sales',
    ...salesStatements('sales'),
    "CREATE USER 'reader'@'localhost' IDENTIFIED BY 'pass'",
    "GRANT SELECT ON sales.* TO 'reader'@'localhost'",
  ])
  try {
    const reader = { host: '127.0.0.1', port: server.port, user: 'reader', password: 'pass' }
    const connection = { kind: 'mysql', database: 'sales', ...reader }
    const tested = await post('/data_source/test', { connection })
    const message = 'It works: 2 tables with 5 columns.'
    expect(tested.body).toMatchObject({ data: { message, warnings: [] } })
    await server.run(["GRANT FILE ON *.* TO 'reader'@'localhost'"])
    const warned = await post('/data_source/test', { connection })
    const warning =
      'The user "reader" has the privilege FILE. Connect a user that has only the right to read.'
    expect(warned.body).toMatchObject({ data: { message, warnings: [warning] } })
    await post('/data_source', { name: 'maria', connection })
    const { run } = await ask('turnover by country', byCountry('maria'))
    expect(numbersOf(run.output.rows, 'country')).toEqual(totalsBy((country) => country))
  } finally {
    await server.stop()
  }
})
