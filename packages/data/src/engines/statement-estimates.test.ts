import { mkdir } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection, JsonValue, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../source/dataset-files.ts'
import { hasMariaDb, type MariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase, type TestDatabase } from '../testing/postgres.ts'
import { startScriptedMysql } from '../testing/scripted-mysql.ts'
import { type ScriptedRequest, startScriptedServer } from '../testing/scripted-server.ts'
import { shopStatements } from '../testing/shop.ts'
import { connectSamples, openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

const OWNER = 'ann'
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

function sourceOf(connection: Connection): QueryableSource {
  const columns = [{ name: 'id', type: 'bigint', description: '', samples: [] }]
  const table = { name: 'orders', description: '', rowCount: null, columns }
  return { id: '1', name: 'shop', kind: connection.kind, description: '', tables: [table], connection }
}

async function run(connection: Connection, generated_sql: string) {
  const tools = startRun(workshop, { ownerId: OWNER, sources: [sourceOf(connection)], egress })
  return tools.call('execute_sql', { generated_sql })
}

/** 125 thousand million pairs of pairs of 5,000 orders. */
const ENDLESS = 'SELECT count(*) AS n FROM shop.orders a, shop.orders b, shop.orders c'
const CUT = 'SELECT a.id FROM shop.orders a, shop.orders b, shop.orders c LIMIT 3'
const MODEST = 'SELECT count(*) AS n FROM shop.orders'

describe('an estimate over files', () => {
  test('gives the rows of tables and of the result', async () => {
    const sources = await connectSamples(workshop, { ownerId: OWNER, names: ['movies', 'stocks'] })
    const tools = startRun(workshop, { ownerId: OWNER, sources })
    const estimateOf = async (generated_sql: string) =>
      (await tools.call('execute_sql', { generated_sql })).output.estimate
    expect(await estimateOf('SELECT Title FROM movies.movies')).toEqual({
      rows_read: 3201,
      result_rows: 3201,
    })
    expect(await estimateOf('SELECT m.Title FROM movies m, stocks s')).toMatchObject({
      rows_read: 3201 + 560,
    })
    expect(await estimateOf('SELECT 1 AS one')).toEqual({ result_rows: 1 })
    // DuckDB estimates nothing for ORDER BY, and writes 0 for what stands above it.
    const ordered = 'SELECT month(date) AS m, avg(price) AS mean FROM stocks GROUP BY 1 ORDER BY 1'
    expect(await estimateOf(ordered)).toEqual({ rows_read: 560 })
    // DuckDB guesses that a filter lets a fifth of the rows through, but reads them all.
    const filtered = await estimateOf("SELECT m.Title FROM movies m WHERE m.Director = 'X'")
    expect(filtered).toMatchObject({ rows_read: 3201 })
    expect(Object(filtered).result_rows).toBeLessThan(1000)
    const joined = "SELECT a.price FROM stocks a JOIN stocks b ON a.date = b.date WHERE b.symbol = 'AAPL'"
    expect(await estimateOf(joined)).toMatchObject({ rows_read: 2 * 560 })
  })

  test('is in the trace, not in the answer for the model', async () => {
    const sources = await connectSamples(workshop, { ownerId: OWNER, names: ['stocks'] })
    const tools = startRun(workshop, { ownerId: OWNER, sources })
    const { output, content } = await tools.call('execute_sql', { generated_sql: 'SELECT * FROM stocks' })
    expect(output.estimate).toBeDefined()
    expect(JSON.parse(content)).not.toHaveProperty('estimate')
  })
})

test('SQLite gives no estimate', async () => {
  const file = `${datasetFolder(OWNER)}/44444444-4444-4444-8444-444444444444/database.sqlite`
  await mkdir(dirname(join(workshop.folder, file)), { recursive: true })
  const database = new DatabaseSync(join(workshop.folder, file))
  for (const statement of ['BEGIN', ...shopStatements(), 'COMMIT']) database.exec(statement)
  database.close()
  expect((await run({ kind: 'sqlite', file }, MODEST)).output).toEqual({ row_count: 1, rows: [{ n: 5000 }] })
})

describe('an estimate of PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createPostgresDatabase()
    for (const statement of [...shopStatements(), 'ANALYZE']) await database.run(statement)
  })
  afterAll(() => database.drop())

  const estimateOf = async (sql: string) => (await run(database.connection, sql)).output.estimate

  test('gives the cost, the rows that are read and the rows of the result', async () => {
    const estimate = await estimateOf('SELECT id FROM shop.orders')
    expect(estimate).toEqual({ rows_read: 5000, result_rows: 5000, cost: expect.any(Number) })
    expect(Number(Object(estimate).cost)).toBeGreaterThan(50)
  })

  test('counts the rows that are read, not those that a filter lets through', async () => {
    expect(await estimateOf('SELECT id FROM shop.orders WHERE total + 0 > 290')).toMatchObject({
      rows_read: 5000,
    })
    expect(await estimateOf('SELECT id FROM shop.orders WHERE id = 7')).toMatchObject({ rows_read: 1 })
  })

  test('counts the rows of a table once for each time that a join reads it', async () => {
    // No index and no hash table serves an inequality of expressions.
    const sql = `SELECT count(*) AS n FROM (SELECT id FROM orders WHERE id < 3) a
      JOIN LATERAL (SELECT 1 FROM orders b WHERE b.total + a.id > 0 OFFSET 0) c ON true`
    expect(await estimateOf(sql)).toMatchObject({ rows_read: 2 + 2 * 5000 })
  })

  test('is noted where a join reads the rows of its tables far more often than once', async () => {
    const sql = `SELECT count(*) AS n FROM shop.orders a
      JOIN LATERAL (SELECT 1 FROM shop.orders b WHERE b.total + a.id > 0 LIMIT 1 OFFSET 900) c ON true WHERE a.id < 2000`
    const source = sourceOf(database.connection)
    const tables = source.tables.map((table) => ({ ...table, rowCount: 5000 }))
    const tools = startRun(workshop, { ownerId: OWNER, sources: [{ ...source, tables }], egress })
    const { output } = await tools.call('execute_sql', { generated_sql: sql })
    expect(output.notes).toContainEqual(
      expect.stringMatching(/^The engine reads about [\d,]+ rows of tables that hold 10,000: a join reads/),
    )
  })

  test('leaves out the rows of a table without statistics', async () => {
    await database.run('CREATE TABLE fresh AS SELECT * FROM orders')
    const estimate = await estimateOf('SELECT f.id FROM fresh f, orders o WHERE f.total > 5 AND o.id = f.id')
    expect(estimate).not.toHaveProperty('rows_read')
    expect(estimate).toHaveProperty('cost')
  })

  test('refuses a statement that would run for hours, unless a LIMIT ends it', async () => {
    expect(await run(database.connection, ENDLESS)).toMatchObject({
      status: 'refused',
      output: { error: expect.stringMatching(/hours/) },
    })
    expect(await run(database.connection, CUT)).toMatchObject({ status: 'ok' })
  })

  test('is left out when the server does not explain the statement', async () => {
    const proxy = await withoutWord(database.connection.port, ['EXPLAIN (', 'EXPLXIN ('])
    const { output } = await run({ ...database.connection, port: proxy.port }, MODEST)
    expect(output).toEqual({ row_count: 1, rows: [{ n: 5000 }] })
    proxy.close()
  })
})

// Skipped where the system has no MariaDB server (package mariadb-server).
describe.runIf(hasMariaDb())('an estimate of MariaDB', () => {
  let server: MariaDb
  let connection: Extract<Connection, { kind: 'mysql' }>
  beforeAll(async () => {
    server = await startMariaDb()
    const user = ["CREATE USER reader@'%' IDENTIFIED BY 'secret'", "GRANT SELECT ON shop.* TO reader@'%'"]
    await server.run([
      'CREATE DATABASE shop',
      'USE shop',
      ...shopStatements(),
      'ANALYZE TABLE orders',
      ...user,
    ])
    const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
    connection = { ...place, user: 'reader', password: 'secret', tls: 'off' }
  })
  afterAll(() => server?.stop())

  test('counts the rows that it reads, in a join once for each time', async () => {
    const { output } = await run(connection, MODEST)
    // Servers from 11.0 also give a cost.
    expect(output.estimate).toMatchObject({ rows_read: 5000 })
    const nested = 'SELECT count(*) AS n FROM shop.orders a JOIN shop.orders b ON b.id <> a.id WHERE a.id < 3'
    expect(Object(await run(connection, nested)).output.estimate).toMatchObject({ rows_read: 2 + 2 * 5000 })
  })

  test('refuses a statement that would run for hours, unless a LIMIT ends it', async () => {
    expect(await run(connection, ENDLESS)).toMatchObject({ status: 'refused' })
    expect(await run(connection, CUT)).toMatchObject({ status: 'ok' })
  })

  test('is left out when the server does not explain the statement', async () => {
    const proxy = await withoutWord(server.port, ['FORMAT=JSON', 'FORMAT=JSOX'])
    const { output } = await run({ ...connection, port: proxy.port }, MODEST)
    expect(output).toEqual({ row_count: 1, rows: [{ n: 5000 }] })
    proxy.close()
  })
})

describe('a MySQL server of another version', () => {
  const table = (rows: number, more: object = {}) => ({
    rows_examined_per_scan: rows,
    filtered: '100.00',
    ...more,
  })
  const MYSQL_8 = { query_block: { cost_info: { query_cost: '4711.25' }, table: table(40) } }
  const MARIADB_11 = {
    query_block: {
      cost: 12.5,
      nested_loop: [{ table: { rows: 30, loops: 1, cost: 2, filtered: 50 } }, { table: { rows: 2 } }],
    },
  }
  const HASHED = {
    query_block: {
      cost_info: { query_cost: '1e12' },
      nested_loop: [{ table: table(1e8) }, { table: table(1e8, { using_join_buffer: 'hash join' }) }],
    },
  }

  test.each([
    ['MySQL 8, which tells a cost', MYSQL_8, { rows_read: 40, cost: 4711.25 }],
    ['MariaDB 11, which tells another', MARIADB_11, { rows_read: 60, cost: 12.5 }],
    ['a hash join, which reads each table once', HASHED, { rows_read: 2e8, cost: 1e12 }],
    ['something else', { plan: [] }, undefined],
  ])('%s', async (_what, plan, estimate) => {
    const server = await startScriptedMysql((statement) => {
      if (statement.startsWith('EXPLAIN SELECT EXISTS')) return 'fine'
      if (statement.startsWith('EXPLAIN FORMAT=JSON SELECT')) return JSON.stringify(plan)
      return statement === 'SELECT id FROM orders' ? '7' : null
    })
    const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
    const { output } = await run(
      { ...place, user: 'u', password: 'p', tls: 'off' },
      'SELECT id FROM shop.orders',
    )
    expect(output).toMatchObject({ row_count: 1 })
    expect(output.estimate).toEqual(estimate)
    await server.close()
  })
})

describe('behind HTTP', () => {
  const lines = (...rows: JsonValue[]) => ({ body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n` })
  const page = (value: object) => ({ body: JSON.stringify({ id: 'q', ...value }) })
  const CLICKHOUSE = { kind: 'clickhouse', user: 'u', password: '', database: 'shop' } as const
  const TRINO = { kind: 'trino', user: 'u', password: '', catalog: 'lake' } as const
  const rows = lines(['id'], ['UInt8'], [7])
  const parts = lines(
    ['database', 'table', 'parts', 'rows', 'marks'],
    ['String', 'String', 'UInt64', 'UInt64', 'UInt64'],
  )
  const plan = (told: object, tables: readonly object[]) => ({
    inputTableColumnInfos: tables.map((estimate) => ({ table: {}, columnConstraints: [], estimate })),
    estimate: told,
  })
  const scan = { outputRowCount: 5000, outputSizeInBytes: 9, cpuCost: 1 }

  test.each([
    [
      'tables of MergeTree',
      { body: `${parts.body}["shop","orders",2,"200000",24]\n["shop","x",1,"7",1]\n` },
      { rows_read: 200_007 },
    ],
    ['no table', parts, undefined],
    [
      'a server that is too old for it',
      { status: 400, body: 'Code: 62. DB::Exception: Syntax error' },
      undefined,
    ],
    ['a server that sends no estimate', { body: '["database"]\n', ending: 'hangs' as const }, undefined],
  ])('clickhouse: %s', async (_what, explained, estimate) => {
    const seen: string[] = []
    const server = await startScriptedServer(({ body }: ScriptedRequest) => {
      seen.push(body)
      if (body === 'EXPLAIN ESTIMATE SELECT id FROM orders') return explained
      return body === 'SELECT id FROM orders' ? rows : null
    })
    const { output } = await run({ ...CLICKHOUSE, url: server.origin }, 'SELECT id FROM shop.orders')
    expect(output).toEqual({ row_count: 1, rows: [{ id: 7 }], ...(estimate && { estimate }) })
    expect(seen).toEqual(['EXPLAIN ESTIMATE SELECT id FROM orders', 'SELECT id FROM orders'])
    await server.close()
  })

  test.each([
    [
      'tables with statistics',
      plan({ outputRowCount: 12, cpuCost: 99.5 }, [scan, scan]),
      { rows_read: 10_000, result_rows: 12, cost: 99.5 },
    ],
    [
      'a table without',
      plan({ outputRowCount: 'NaN', cpuCost: 'NaN' }, [scan, { outputRowCount: 'NaN' }]),
      undefined,
    ],
    ['a coordinator without EXPLAIN', null, undefined],
  ])('trino: %s', async (_what, told, estimate) => {
    const server = await startScriptedServer(({ method, body }: ScriptedRequest) => {
      if (method === 'DELETE') return { status: 204, body: '' }
      if (body.startsWith('EXPLAIN (TYPE VALIDATE)')) return page({ id: 'v', columns: [], data: [[true]] })
      if (body.startsWith('EXPLAIN (TYPE IO, FORMAT JSON) SELECT id'))
        return told === null
          ? page({ error: { message: 'Not supported' } })
          : page({
              id: 'e',
              columns: [{ name: 'Query Plan', type: 'varchar' }],
              data: [[JSON.stringify(told)]],
            })
      return body === 'SELECT id FROM orders'
        ? page({ id: 'q', columns: [{ name: 'id', type: 'bigint' }], data: [[7]] })
        : null
    })
    const { output } = await run({ ...TRINO, url: server.origin }, 'SELECT id FROM shop.orders')
    expect(output).toEqual({ row_count: 1, rows: [{ id: 7 }], ...(estimate && { estimate }) })
    await server.close()
  })
})

/** A proxy to a server that replaces one word of the client by another of the same length. */
async function withoutWord(port: number, [word, other]: readonly [string, string]) {
  const sockets: Socket[] = []
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('data', (bytes) =>
      far.write(Buffer.from(bytes.toString('latin1').replace(word, other), 'latin1')),
    )
    near.on('end', () => far.end())
    far.pipe(near)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const close = () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  }
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close }
}
