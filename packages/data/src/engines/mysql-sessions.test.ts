import type { QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../testing/mariadb.ts'
import { shopStatements } from '../testing/shop.ts'
import {
  answerOf,
  connectSamples,
  openWorkshop,
  startRun,
  type ToolRun,
  type Workshop,
} from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

// What the session of a statement accepts, on a server whose own mode is another one.

const OWNER = 'ann'
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })

// Skipped where the system has no MariaDB server (package mariadb-server).
describe.runIf(hasMariaDb())('MariaDB', () => {
  let workshop: Workshop
  let server: MariaDb
  let run: ToolRun

  beforeAll(async () => {
    workshop = await openWorkshop()
    server = await startMariaDb()
    await server.run([
      'CREATE DATABASE shop',
      'USE shop',
      ...shopStatements(),
      "SET SESSION sql_mode = ''",
      'CREATE TABLE visits (id int, day date, at datetime)',
      "INSERT INTO visits VALUES (1, '2024-05-01', '2024-05-01 10:00:00'), (2, '0000-00-00', '0000-00-00'), (3, '2024-02-00', '2024-00-00')",
      'CREATE FUNCTION doubled(n int) RETURNS int DETERMINISTIC NO SQL RETURN n * 2',
      'CREATE FUNCTION undeclared() RETURNS int RETURN 1',
      'CREATE FUNCTION reaching() RETURNS text NOT DETERMINISTIC MODIFIES SQL DATA RETURN 1',
      'CREATE DATABASE other',
      'CREATE FUNCTION other.tripled(n int) RETURNS int DETERMINISTIC RETURN n * 3',
      "SET GLOBAL sql_mode = 'TRADITIONAL,ANSI_QUOTES,NO_BACKSLASH_ESCAPES'",
      "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
      "GRANT ALL ON *.* TO reader@'%'",
    ])
    const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
    const connection = { ...place, user: 'reader', password: 'secret', tls: 'off' } as const
    const { tables } = await openEngine(connection, { ...workshop, ownerId: OWNER, egress }).describe()
    const shop: QueryableSource = {
      id: '1',
      name: 'shop',
      kind: 'mysql',
      description: '',
      tables,
      connection,
    }
    const files = await connectSamples(workshop, { ownerId: OWNER, names: ['stocks'] })
    run = startRun(workshop, { ownerId: OWNER, sources: [shop, ...files], egress, sqlTimeoutMs: 20_000 })
  })
  afterAll(async () => {
    await server?.stop()
    await workshop.close()
    await egress.close()
  })

  const query = async (generated_sql: string) => (await run.call('execute_sql', { generated_sql })).output

  test.each([
    'SELECT country, name, count(*) AS n FROM shop.customers GROUP BY country',
    'SELECT name, count(*) AS n FROM shop.customers',
  ])('refuses a column that is neither grouped nor aggregated: %s', async (sql) => {
    expect(await query(sql)).toEqual({
      error: expect.stringMatching(/neither grouped nor aggregated.*GROUP BY/),
    })
  })

  test('reads text as the service does, whatever the mode of the server', async () => {
    const output = await query(`SELECT "it's" AS a, 'a\\'b' AS b, count(*) AS n FROM shop.customers`)
    expect(answerOf(output)).toEqual({ row_count: 1, rows: [{ a: "it's", b: "a'b", n: 200 }] })
  })

  test('compares and shows zero dates', async () => {
    const output = await query(
      "SELECT id, day FROM shop.visits WHERE day <> '0000-00-00' OR day = '0000-00-00' ORDER BY id",
    )
    expect(answerOf(output).rows).toEqual([
      { id: 1, day: '2024-05-01' },
      { id: 2, day: '0000-00-00' },
      { id: 3, day: '2024-02-00' },
    ])
  })

  test('gives zero dates as NULL to a join with a file, and says so', async () => {
    const output = await query(`SELECT v.id, v.day, v.at FROM shop.visits v
      CROSS JOIN (SELECT DISTINCT symbol FROM stocks.stocks WHERE symbol = 'AAPL') s ORDER BY v.id`)
    expect(output.error).toBeUndefined()
    expect(output.rows).toEqual([
      { id: 1, day: '2024-05-01', at: '2024-05-01T10:00:00' },
      { id: 2, day: null, at: null },
      { id: 3, day: null, at: null },
    ])
    expect(output.notes).toContain('shop.visits: 2 values of day are no dates and were read as NULL.')
    expect(output.notes).toContain('shop.visits: 2 values of at are no dates and were read as NULL.')
  })

  test.each([
    ['stored, declared as reading only', 'SELECT doubled(4) AS n FROM shop.customers LIMIT 1', 8],
    ['of another database', 'SELECT other.tripled(4) AS n FROM shop.customers LIMIT 1', 12],
    ['built-in', "SELECT json_value('{\"a\":5}', '$.a') + 0 AS n FROM shop.customers LIMIT 1", 5],
    [
      'and everything that only looks like one',
      `WITH t (a, b) AS (SELECT id, CAST(id AS DECIMAL(10, 2)) FROM customers WHERE id IN (3) AND (id > 1))
       SELECT CASE WHEN (t.a) > 1 THEN (t.a) ELSE (0) END AS n FROM t JOIN customers USE INDEX (PRIMARY) USING (id)
       WHERE EXISTS (SELECT 1) AND t.a BETWEEN (1) AND (5)`.replace('USING (id)', 'ON (customers.id = t.a)'),
      3,
    ],
    [
      'over a window',
      'SELECT row_number() OVER (PARTITION BY country ORDER BY id) AS n FROM shop.customers LIMIT 1',
      1,
    ],
  ])('calls a function %s', async (_what, sql, n) => {
    const output = await query(sql)
    expect(output.error).toBeUndefined()
    expect(Object(Object(output.rows)[0]).n).toBe(n)
  })

  test.each([
    ['that the server declares as writing', 'SELECT reaching()', 'reaching'],
    ['with the rights of another user that declares nothing', 'SELECT undeclared()', 'undeclared'],
    ['of a library', "SELECT sys_exec('id')", 'sys_exec'],
    ['of a library, in quotes', "SELECT `sys_eval` /* */ ('id')", 'sys_eval'],
    ['that waits for others', "SELECT get_lock('x', 1)", 'get_lock'],
    ['of the server that is not listed', 'SELECT master_pos_wait(1, 2)', 'master_pos_wait'],
    ['that changes a sequence', 'SELECT nextval(s)', 'nextval'],
    ['by a schema that has no such function', 'SELECT shop.concat(1)', 'concat'],
  ])('refuses a function %s', async (_what, sql, name) => {
    expect(await run.call('execute_sql', { generated_sql: `${sql} FROM shop.customers` })).toMatchObject({
      status: 'refused',
      output: { error: expect.stringContaining(`The function ${name} is not allowed here`) },
    })
  })
})
