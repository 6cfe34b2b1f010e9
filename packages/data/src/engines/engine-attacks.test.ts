import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../source/dataset-files.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { shopStatements } from '../testing/shop.ts'
import { answerOf, openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'

// The connected users have all rights on their servers, so only the service's guards stop the statements.

const OWNER = 'mallory'
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

/** All of these must fail. {out} is a folder that must stay empty. */
const COMMON = [
  'DELETE FROM orders',
  'UPDATE orders SET total = 0',
  "INSERT INTO customers VALUES (999, 'x', 'y')",
  'DROP TABLE orders',
  'CREATE TABLE x (a int)',
  'ALTER TABLE orders ADD COLUMN x int',
  'SELECT 1; DELETE FROM orders',
  'SELECT 1;\n-- \nDROP TABLE orders',
  '/* SELECT */ DELETE FROM orders',
  '-- SELECT\nDELETE FROM orders',
  'WITH x AS (SELECT 1) DELETE FROM orders',
  "WITH x AS (SELECT 1) INSERT INTO customers SELECT 999, 'x', 'y'",
  'BEGIN; DELETE FROM orders; COMMIT',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT x',
  'GRANT ALL ON orders TO public',
  'CREATE VIEW x AS SELECT 1',
  'EXPLAIN DELETE FROM orders',
  'SELECT * FROM shop.orders) ; DELETE FROM orders --',
]

const POSTGRES = [
  'WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d',
  'SELECT * INTO x FROM orders',
  'SELECT * FROM orders FOR UPDATE',
  "COPY orders TO '{out}/x.csv'",
  "COPY orders TO PROGRAM 'touch {out}/x'",
  "COPY orders FROM PROGRAM 'id'",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT pg_catalog.pg_read_file('/etc/passwd')",
  'SELECT "pg_read_file"(\'/etc/passwd\')',
  'SELECT U&"pg\\005fread_file"(\'/etc/passwd\')',
  "SELECT pg_read_binary_file('/etc/passwd')",
  "SELECT pg_ls_dir('/')",
  "SELECT * FROM pg_stat_file('/etc/passwd')",
  "SELECT lo_import('/etc/passwd')",
  "SELECT lo_export(1, '{out}/x')",
  "SELECT query_to_xml('DELETE FROM orders', true, true, '')",
  "SELECT query_to_xml('SELECT pg_read_file(''/etc/passwd'')', true, true, '')",
  "SELECT set_config('transaction_read_only', 'off', true)",
  "SELECT set_config('role', 'postgres', false)",
  'SELECT pg_terminate_backend(pg_backend_pid())',
  'SELECT pg_reload_conf()',
  "SELECT pg_create_physical_replication_slot('x')",
  'SELECT pg_switch_wal()',
  "SELECT pg_backup_start('x')",
  'SELECT pg_promote()',
  'SELECT pg_export_snapshot()',
  'SELECT pg_log_backend_memory_contexts(pg_backend_pid())',
  "SELECT $tag$ ' $tag$, pg_switch_wal()",
  "SELECT /* /* */ ' */ pg_switch_wal()",
  'SELECT pg_switch_wal /* */ ()',
  'SELECT pg_advisory_lock(1)',
  "SELECT pg_notify('x', 'y')",
  "SELECT nextval('counter')",
  "SELECT setval('counter', 100)",
  "SELECT ts_stat('SELECT to_tsvector(pg_read_file(''/etc/passwd''))')",
  'SET default_transaction_read_only = off',
  'RESET ALL',
  'DO $$ BEGIN DELETE FROM orders; END $$',
  'CALL something()',
  'LISTEN x',
  'NOTIFY x',
  'PREPARE p AS DELETE FROM orders',
  'EXECUTE p',
  'LOCK TABLE orders',
  'VACUUM',
  "LOAD 'auto_explain'",
  'CREATE EXTENSION dblink',
  'SECURITY LABEL ON TABLE orders IS NULL',
  'SELECT wipe()',
  'EXPLAIN ANALYZE DELETE FROM orders',
  'SHOW ALL',
  'DECLARE c CURSOR FOR SELECT 1',
  'FETCH ALL FROM parley',
  'CLOSE parley',
]

const MYSQL = [
  "SELECT load_file('/etc/passwd')",
  "SELECT LOAD_FILE  ('/etc/passwd')",
  "SELECT `load_file`('/etc/passwd')",
  "SELECT * FROM orders INTO OUTFILE '{out}/x.txt'",
  "SELECT 'x' INTO DUMPFILE '{out}/x.txt'",
  'SELECT 1 INTO @x',
  "SELECT /*! * FROM orders INTO OUTFILE '{out}/y.txt' */",
  '/*! DELETE FROM orders */',
  '/*M! DELETE FROM orders */',
  "LOAD DATA INFILE '/etc/passwd' INTO TABLE customers",
  "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE customers",
  'SELECT * FROM orders FOR UPDATE',
  "SELECT get_lock('x', 1)",
  'DO sleep(1)',
  'HANDLER orders OPEN',
  'CALL wipe()',
  'LOCK TABLES orders WRITE',
  'SET GLOBAL read_only = 1',
  'SET SESSION TRANSACTION READ WRITE',
  'START TRANSACTION READ WRITE',
  'KILL 1',
  'SHUTDOWN',
  'FLUSH TABLES',
  "INSTALL PLUGIN x SONAME 'x.so'",
  "PREPARE p FROM 'DELETE FROM orders'",
  "XA START 'x'",
  "REPLACE INTO customers VALUES (1, 'x', 'y')",
  'TRUNCATE orders',
  'ANALYZE TABLE orders',
  'SELECT wipe_function()',
  'SELECT 1) OR (SELECT 1',
  'SELECT 1) UNION (SELECT 2',
]

const SQLITE = [
  "ATTACH '{out}/x.db' AS x",
  "ATTACH '/etc/passwd' AS x",
  "VACUUM INTO '{out}/x.db'",
  'PRAGMA writable_schema = 1',
  'PRAGMA database_list',
  'SELECT * FROM pragma_database_list',
  "SELECT * FROM pragma_table_info('orders')",
  "SELECT load_extension('x')",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('{out}/x', 'y')",
  "SELECT edit('x')",
  'REINDEX',
  'ANALYZE',
  'DETACH main',
  'CREATE TEMP TABLE x AS SELECT 1',
  'CREATE VIRTUAL TABLE x USING fts5(a)',
  "REPLACE INTO customers VALUES (1, 'x', 'y')",
  "SELECT fts3_tokenizer('x')",
]

type Target = {
  readonly source: QueryableSource
  readonly count: () => Promise<number>
  readonly close: () => Promise<void>
}

function sourceOf(connection: Connection): QueryableSource {
  const columns = [{ name: 'id', type: 'bigint', description: '', samples: [] }]
  const table = (name: string) => ({ name, description: '', rowCount: null, columns })
  return {
    id: '1',
    name: 'shop',
    kind: connection.kind,
    description: '',
    tables: [table('orders'), table('customers')],
    connection,
  }
}

async function postgresTarget(): Promise<Target> {
  const database = await createPostgresDatabase()
  for (const statement of shopStatements()) await database.run(statement)
  await database.run(`CREATE SEQUENCE counter;
    CREATE FUNCTION wipe() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM orders; SELECT 1'`)
  const count = async () =>
    Number((await database.run('SELECT count(*) AS n FROM orders WHERE total > 0')).rows[0]?.n)
  return { source: sourceOf(database.connection), count, close: database.drop }
}

async function mysqlTarget(): Promise<Target> {
  const server = await startMariaDb()
  const statements = [
    "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
    "GRANT ALL ON *.* TO reader@'%' WITH GRANT OPTION",
  ]
  await server.run(['CREATE DATABASE shop', 'USE shop', ...shopStatements(), ...statements])
  await server.run([
    'USE shop',
    'CREATE PROCEDURE wipe() DELETE FROM orders',
    'CREATE FUNCTION wipe_function() RETURNS int BEGIN DELETE FROM orders; RETURN 1; END',
  ])
  const { port } = server
  const connection = {
    kind: 'mysql',
    host: '127.0.0.1',
    port,
    database: 'shop',
    user: 'reader',
    password: 'secret',
    tls: 'off',
  } as const
  const count = async () => Number(await server.read('SELECT count(*) FROM shop.orders WHERE total > 0'))
  return { source: sourceOf(connection), count, close: server.stop }
}

async function sqliteTarget(): Promise<Target> {
  const file = `${datasetFolder(OWNER)}/33333333-3333-4333-8333-333333333333/database.sqlite`
  const path = join(workshop.folder, file)
  await mkdir(dirname(path), { recursive: true })
  const write = new DatabaseSync(path)
  for (const statement of ['BEGIN', ...shopStatements(), 'COMMIT']) write.exec(statement)
  write.close()
  const count = async () => {
    const read = new DatabaseSync(path, { readOnly: true })
    const row = read.prepare('SELECT count(*) AS n FROM orders WHERE total > 0').get()
    read.close()
    return Number(row?.n)
  }
  return { source: sourceOf({ kind: 'sqlite', file }), count, close: async () => undefined }
}

const TARGETS: [string, () => Promise<Target>, { statements: string[]; isAvailable: boolean }][] = [
  ['postgresql', postgresTarget, { statements: [...COMMON, ...POSTGRES], isAvailable: true }],
  ['mysql', mysqlTarget, { statements: [...COMMON, ...MYSQL], isAvailable: hasMariaDb() }],
  ['sqlite', sqliteTarget, { statements: [...COMMON, ...SQLITE], isAvailable: true }],
]

describe.each(TARGETS)('%s', (_kind, open, { statements, isAvailable }) => {
  describe.runIf(isAvailable)('keeps its data', () => {
    let target: Target
    let run: ToolRun
    let out: string

    beforeAll(async () => {
      target = await open()
      out = join(workshop.folder, 'out')
      await mkdir(out, { recursive: true, mode: 0o777 })
      run = startRun(workshop, { ownerId: OWNER, sources: [target.source], egress, sqlTimeoutMs: 2000 })
    })
    afterAll(() => target?.close())

    test.each(statements)('refuses %s', async (statement) => {
      const sql = statement.replaceAll('{out}', out)
      const { status, output } = await run.call('execute_sql', { generated_sql: sql })
      expect(status).not.toBe('ok')
      expect(JSON.stringify(output)).not.toContain('root:x:')
      expect(await readdir(out)).toEqual([])
    })

    test('has every row after all refused statements', async () => {
      expect(await target.count()).toBe(5000)
      expect(existsSync(join(out, 'x'))).toBe(false)
      const { output } = await run.call('execute_sql', {
        generated_sql: 'SELECT count(*) AS n FROM shop.orders',
      })
      expect(answerOf(output)).toEqual({ row_count: 1, rows: [{ n: 5000 }] })
    })
  })
})

test('PostgreSQL calls functions that only compute and read', async () => {
  const { source, close } = await postgresTarget()
  const run = startRun(workshop, { ownerId: OWNER, sources: [source], egress })
  const generated_sql = `SELECT count(*) AS n, upper('a') AS a, date_trunc('day', now()) IS NULL AS b,
    random() < 2 AS c, length(gen_random_uuid()::text) AS d, extract(year FROM DATE '2024-02-29') AS e,
    current_setting('TimeZone') AS f, sum(lag) IS NULL AS g
    FROM (SELECT lag(total) OVER (ORDER BY id) AS lag FROM orders) AS x`
  const { output } = await run.call('execute_sql', { generated_sql })
  expect(output.rows).toEqual([{ n: 5000, a: 'A', b: false, c: true, d: 36, e: '2024', f: 'UTC', g: false }])
  await close()
})
