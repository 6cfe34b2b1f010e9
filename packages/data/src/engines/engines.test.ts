import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { querySources } from '../index.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { shopStatements, totalsByCountry } from '../testing/shop.ts'
import {
  answerOf,
  connectSamples,
  openWorkshop,
  startRun,
  type ToolRun,
  type Workshop,
} from '../testing/workshop.ts'
import type { SourceEngine } from './engine.ts'
import { openEngine } from './open-engine.ts'

type Database = Exclude<Connection, { kind: 'http_api' }>

/** A database with the shop in it. */
type Shop = { readonly connection: Database; readonly prefix: string; readonly close: () => Promise<void> }

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

async function postgresShop(): Promise<Shop> {
  const database = await createPostgresDatabase()
  for (const statement of shopStatements()) await database.run(statement)
  await database.run(
    "COMMENT ON TABLE orders IS 'Every order'; COMMENT ON COLUMN orders.total IS 'Total in EUR'; ANALYZE",
  )
  return { connection: database.connection, prefix: 'public.', close: database.drop }
}

async function mariaDbShop(): Promise<Shop> {
  const server = await startMariaDb()
  await server.run(['CREATE DATABASE shop', 'USE shop'])
  await server.run([
    'USE shop',
    ...shopStatements(),
    "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
    "GRANT ALL ON *.* TO reader@'%'",
  ])
  const { port, stop } = server
  const connection = {
    kind: 'mysql',
    host: '127.0.0.1',
    port,
    database: 'shop',
    user: 'reader',
    password: 'secret',
    tls: 'off',
  } as const
  return { connection, prefix: '', close: stop }
}

async function sqliteShop(): Promise<Shop> {
  const file = `${datasetFolder(OWNER)}/11111111-1111-4111-8111-111111111111/database.sqlite`
  const path = join(workshop.folder, file)
  await mkdir(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL')
  for (const statement of ['BEGIN', ...shopStatements(), 'COMMIT']) database.exec(statement)
  database.close()
  return { connection: { kind: 'sqlite', file }, prefix: '', close: async () => undefined }
}

const KINDS: [string, () => Promise<Shop>, { isAvailable: boolean }][] = [
  ['postgresql', postgresShop, { isAvailable: true }],
  ['mysql', mariaDbShop, { isAvailable: hasMariaDb() }],
  ['sqlite', sqliteShop, { isAvailable: true }],
]

describe.each(KINDS)('%s', (kind, open, { isAvailable }) => {
  describe.runIf(isAvailable)('with the tables of a shop', () => {
    let shop: Shop
    let engine: SourceEngine
    let source: QueryableSource
    let run: ToolRun

    beforeAll(async () => {
      shop = await open()
      engine = openEngine(shop.connection, { ...workshop, ownerId: OWNER, egress })
      const { tables } = await engine.describe()
      source = {
        id: kind,
        name: 'shop',
        kind: shop.connection.kind,
        description: '',
        tables,
        connection: shop.connection,
      }
      const files = await connectSamples(workshop, { ownerId: OWNER, names: ['stocks'] })
      run = startRun(workshop, { ownerId: OWNER, sources: [source, ...files], egress, sqlTimeoutMs: 3000 })
    })
    afterAll(() => shop?.close())

    const query = async (sql: string) => (await run.call('execute_sql', { generated_sql: sql })).output

    test('describes tables, columns, keys and samples', () => {
      const orders = source.tables.find(({ name }) => name === `${shop.prefix}orders`)
      const customers = source.tables.find(({ name }) => name === `${shop.prefix}customers`)
      expect(customers?.columns.map(({ name }) => name)).toEqual(['id', 'name', 'country'])
      expect(customers?.columns[2]?.samples.toSorted()).toEqual(['DK', 'NO', 'SE'])
      expect(orders?.keys).toEqual([
        { columns: ['customer_id'], table: `${shop.prefix}customers`, tableColumns: ['id'] },
      ])
      expect(orders?.rowCount).toBeGreaterThan(4000)
    })

    test('is found by find_metadata with its dialect and keys', async () => {
      const { output } = await run.call('find_metadata', { user_question: 'total of the orders by country' })
      const tables = JSON.stringify(output.data)
      expect(tables).toContain(`"table":"shop.${shop.prefix}orders"`)
      expect(tables).toContain(`"table":"shop.${shop.prefix}customers"`)
      expect(tables).toContain(`"dialect":"${shop.connection.kind}"`)
    })

    test.each([
      ['with the source and the schema', 'shop.{prefix}'],
      ['with the source alone', 'shop.'],
      ['by bare names', ''],
    ])('joins two of its tables, named %s', async (_how, prefix) => {
      const place = prefix.replace('{prefix}', shop.prefix)
      const output = await query(`SELECT c.country, sum(o.total) AS total FROM ${place}orders o
        JOIN ${place}customers c ON c.id = o.customer_id GROUP BY c.country ORDER BY c.country`)
      const rows = Array.isArray(output.rows) ? output.rows : []
      expect(rows.map((row) => ({ ...Object(row), total: Number(Object(row).total) }))).toEqual(
        totalsByCountry(),
      )
      expect(output.notes).toBeUndefined()
    })

    test('joins one of its tables with a file, fetching what is needed', async () => {
      const output = await query(`SELECT s.symbol, count(*) AS pairs, sum(o.total) AS total
        FROM stocks.stocks s JOIN shop.${shop.prefix}orders o ON o.day = DATE '2024-03-01' AND s.date = DATE '2009-03-01'
        WHERE o.customer_id IN (3, 15) AND o.total > 10 GROUP BY s.symbol ORDER BY s.symbol LIMIT 1`)
      // Orders of March have customers 3, 15, 27, ...; of these 15 alone passes, 25 times over two rounds of 200.
      const march = (customer: number) =>
        Array.from({ length: 5000 }, (_, index) => index).filter(
          (index) => (index % 200) + 1 === customer && index % 12 === 2,
        ).length
      expect(output.error).toBeUndefined()
      expect(output.rows).toMatchObject([{ symbol: 'AAPL', pairs: march(15) }])
      expect(Number(Object(Array.isArray(output.rows) ? output.rows[0] : {}).total)).toBeCloseTo(
        march(15) * 22.5,
      )
      expect(output.notes).toEqual([
        expect.stringMatching(
          /^Fetched \d+ rows of shop\..*orders: customer_id, total, day, filtered by \d condition/,
        ),
      ])
      const fetched = Number(/Fetched (\d+)/.exec(String(Object(output.notes)[0]))?.[1])
      expect(fetched).toBe(25)
    })

    test('keeps large and exact values', async () => {
      const output = await query('SELECT 9007199254740993 AS big, id FROM shop.customers WHERE id = 7')
      expect(answerOf(output)).toEqual({ row_count: 1, rows: [{ big: '9007199254740993', id: 7 }] })
    })

    test('gives the columns and their types when there are no rows', async () => {
      const context = { ...workshop, ownerId: OWNER, sources: [source], egress }
      const signal = new AbortController().signal
      const sql = 'SELECT id, total AS money, day FROM shop.orders WHERE id < 0'
      const { columns, ...rest } = await querySources(sql, { ...context, signal })
      expect(rest).toEqual({ rows: [], rowCount: 0, notes: [] })
      expect(columns.map(({ name }) => name)).toEqual(['id', 'money', 'day'])
      expect(columns.map(({ type }) => type.toLowerCase().replace(/\(.*/, ''))).toEqual([
        expect.stringMatching('bigint'),
        expect.stringMatching(/decimal|numeric/),
        'date',
      ])
      await expect(
        querySources('SELECT totl FROM shop.orders', { ...context, signal }),
      ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('total') })
    })

    test('shows the first rows of a long result and counts the rest', async () => {
      const output = await query('SELECT id FROM shop.orders')
      expect(output).toMatchObject({ row_count: 5000, truncated: true })
      expect(output.rows).toHaveLength(200)
    })

    test.each([
      ['an unknown column', 'SELECT totl FROM shop.orders', /There is no column "totl".*total/],
      ['an unknown table', 'SELECT * FROM shop.ordrs', /ordrs.*orders/],
      ['a syntax error', 'SELECT FROM WHERE shop.orders', /syntax error|near/],
    ])('answers %s in a sentence', async (_what, sql, message) => {
      expect(await query(sql)).toEqual({ error: expect.stringMatching(message) })
    })

    test('offers columns of the tables that a statement names', async () => {
      const { error } = await query('SELECT nmae FROM shop.customers')
      expect(error).toMatch(/did you mean name\?$/)
    })

    test('stops a statement at its deadline and answers the next one', async () => {
      const slow = {
        postgresql: 'SELECT pg_sleep(60), id FROM shop.customers',
        mysql: 'SELECT sleep(60) FROM shop.customers',
        sqlite:
          'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r, shop.customers',
      }
      const result = await run.call('execute_sql', { generated_sql: slow[kind as keyof typeof slow] })
      expect(result.status).toBe('timeout')
      expect(answerOf(await query('SELECT count(*) AS n FROM shop.orders'))).toEqual({
        row_count: 1,
        rows: [{ n: 5000 }],
      })
    })
  })
})

describe('connections that do not work', () => {
  const base = {
    kind: 'postgresql',
    host: '127.0.0.1',
    port: 54999,
    database: 'x',
    user: 'u',
    password: 'p',
    tls: 'off',
  } as const
  const engine = (connection: Database) => openEngine(connection, { ...workshop, ownerId: OWNER, egress })

  test.each(['postgresql', 'mysql'] as const)('%s says that no server answers', async (kind) => {
    await expect(engine({ ...base, kind }).describe()).rejects.toMatchObject({
      code: 'invalid_request',
      message:
        'Nothing answers at 127.0.0.1:54999. Check the address, and that the server of the database runs.',
    })
  })

  test('report a wrong password or database', async () => {
    const database = await createPostgresDatabase()
    const { connection } = database
    await expect(engine({ ...connection, user: 'stranger' }).describe()).rejects.toThrow(
      /refused the user "stranger"/,
    )
    await expect(engine({ ...connection, database: 'nothing' }).describe()).rejects.toThrow(
      /no database "nothing"/,
    )
    await expect(engine({ ...connection, tls: 'verify' }).describe()).rejects.toThrow(/does not offer TLS/)
    await database.drop()
  })

  test('never reach a cloud metadata address', async () => {
    await expect(engine({ ...base, host: '169.254.169.254', port: 5432 }).describe()).rejects.toMatchObject({
      code: expect.stringMatching(/upstream_failed|invalid_config/),
    })
  })

  test('refuse a file that is not a SQLite database', async () => {
    const file = `${datasetFolder(OWNER)}/22222222-2222-4222-8222-222222222222/database.sqlite`
    await mkdir(dirname(join(workshop.folder, file)), { recursive: true })
    await writeFile(join(workshop.folder, file), 'SQLite format 3\0 and then nothing')
    await expect(engine({ kind: 'sqlite', file }).describe()).rejects.toThrow(/cannot be read|no tables/)
  })
})

describe('a database that fails on the way', () => {
  const query = (connection: Database, sql: string) =>
    openEngine(connection, { ...workshop, ownerId: OWNER, egress }).query({
      sql,
      timeoutMs: 3000,
      preview: { rows: 10, bytes: 1000 },
      kept: { rows: 10, bytes: 1000 },
    })

  test.each(['postgresql', 'mysql'] as const)('%s: accepts the connection and says nothing', async (kind) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const connection = {
      kind,
      host: '127.0.0.1',
      port,
      database: 'x',
      user: 'u',
      password: 'p',
      tls: 'off',
    } as const
    const outcome = await query(connection, 'SELECT 1')
    expect(outcome).toMatchObject({
      ok: false,
      message: expect.stringMatching(/cannot be reached|took too long/),
    })
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  test('postgresql: ends the session in the middle of a statement', async () => {
    const database = await createPostgresDatabase()
    const running = query(database.connection, 'SELECT pg_sleep(60)')
    const end =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parley' AND datname = current_database()"
    await expect.poll(async () => (await database.run(end)).rowCount, { timeout: 10_000 }).toBe(1)
    expect(await running).toMatchObject({
      ok: false,
      reason: 'invalid',
      message: expect.stringMatching(/broke|terminat/),
    })
    expect(await query(database.connection, 'SELECT 1 AS one')).toMatchObject({
      ok: true,
      result: { rows: [{ one: 1 }] },
    })
    await database.drop()
  })

  // Skipped where the system has no MariaDB server (package mariadb-server).
  test.runIf(hasMariaDb())('mysql: refuses a password, and ends the session in the middle', async () => {
    const server = await startMariaDb()
    try {
      await server.run([
        'CREATE DATABASE shop',
        "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
        "GRANT SELECT ON shop.* TO reader@'%'",
      ])
      const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
      const connection = { ...place, user: 'reader', password: 'secret', tls: 'off' } as const
      expect(await query({ ...connection, password: 'wrong' }, 'SELECT 1')).toMatchObject({
        ok: false,
        message: 'The database refused the user "reader" or its password.',
      })
      const running = query(connection, 'SELECT sleep(60)')
      const session =
        "SELECT id FROM information_schema.processlist WHERE user = 'reader' AND info LIKE 'SELECT sleep%'"
      let id: unknown
      await expect.poll(async () => (id = await server.read(session)), { timeout: 10_000 }).toBeDefined()
      await server.run([`KILL CONNECTION ${id}`])
      expect(await running).toMatchObject({
        ok: false,
        reason: 'invalid',
        message: expect.stringMatching(/broke|killed/i),
      })
      expect(await query(connection, 'SELECT 1 AS one')).toMatchObject({
        ok: true,
        result: { rows: [{ one: 1 }] },
      })
    } finally {
      await server.stop()
    }
  })

  test('PostgreSQL does not begin a statement that would run for hours', async () => {
    const database = await createPostgresDatabase()
    const series = (name: string) => `generate_series(1, 1000000) ${name}`
    const outcome = await query(
      database.connection,
      `SELECT count(*) FROM ${series('a')}, ${series('b')}, ${series('c')}`,
    )
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'refused',
      message: expect.stringMatching(/run for hours/),
    })
    await database.drop()
  })

  test('a cancelled run stops its PostgreSQL statement on the server', async () => {
    const database = await createPostgresDatabase()
    const controller = new AbortController()
    const engine = openEngine(database.connection, { ...workshop, ownerId: OWNER, egress })
    const running = engine.query({
      sql: 'SELECT pg_sleep(60)',
      timeoutMs: 30_000,
      preview: { rows: 1, bytes: 100 },
      kept: { rows: 1, bytes: 100 },
      signal: controller.signal,
    })
    const active =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'parley' AND datname = current_database() AND state = 'active'"
    await expect.poll(async () => (await database.run(active)).rowCount, { timeout: 10_000 }).toBe(1)
    controller.abort()
    expect(await running).toMatchObject({ ok: false, reason: 'cancelled' })
    // Long before the statement ends by itself.
    await expect.poll(async () => (await database.run(active)).rowCount, { timeout: 5_000 }).toBe(0)
    await database.drop()
  })

  test.runIf(hasMariaDb())('a cancelled run stops its MySQL statement on the server', async () => {
    const server = await startMariaDb()
    await server.run(['CREATE DATABASE shop'])
    const connection = {
      kind: 'mysql',
      host: '127.0.0.1',
      port: server.port,
      database: 'shop',
      user: 'root',
      password: '',
      tls: 'off',
    } as const
    const controller = new AbortController()
    const running = openEngine(connection, { ...workshop, ownerId: OWNER, egress }).query({
      sql: 'SELECT sum(a.seq * b.seq) AS s FROM seq_1_to_10000000 a JOIN seq_1_to_1000 b',
      timeoutMs: 30_000,
      preview: { rows: 1, bytes: 100 },
      kept: { rows: 1, bytes: 100 },
      signal: controller.signal,
    })
    const active =
      "SELECT count(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT sum(a.seq%' AND ID <> CONNECTION_ID()"
    await expect.poll(async () => Number(await server.read(active)), { timeout: 10_000 }).toBe(1)
    controller.abort()
    expect(await running).toMatchObject({ ok: false, reason: 'cancelled' })
    await expect.poll(async () => Number(await server.read(active)), { timeout: 5_000 }).toBe(0)
    await server.stop()
  })
})
