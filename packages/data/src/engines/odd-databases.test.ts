import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../source/dataset-files.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

// Databases that cannot be described completely, and files that are not databases.

const OWNER = 'ann'
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
let server: ScriptedServer | undefined
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterEach(() => server?.close())
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

const engineOf = (connection: Exclude<Connection, { kind: 'http_api' }>) =>
  openEngine(connection, { ...workshop, ownerId: OWNER, egress })

describe('a SQLite database', () => {
  let files = 0

  async function describeLite(...statements: readonly string[]) {
    const file = `${datasetFolder(OWNER)}/66666666-6666-4666-8666-66666666666${files++}/database.sqlite`
    await mkdir(dirname(join(workshop.folder, file)), { recursive: true })
    const database = new DatabaseSync(join(workshop.folder, file))
    for (const statement of ['BEGIN', ...statements, 'COMMIT']) database.exec(statement)
    database.close()
    const { tables } = await engineOf({ kind: 'sqlite', file }).describe()
    return tables.map(({ name, rowCount, columns }) => ({
      name,
      rowCount,
      columns: columns.map((it) => it.name),
    }))
  }

  test('is described with its tables when a view is broken', async () => {
    const made = [
      'CREATE TABLE a (x)',
      'CREATE VIEW v AS SELECT * FROM a',
      'DROP TABLE a',
      'CREATE TABLE b (y)',
    ]
    expect(await describeLite(...made)).toEqual([{ name: 'b', rowCount: 0, columns: ['y'] }])
  })

  test('is described by its columns when a view never ends', {
    timeout: 20_000,
  }, async () => {
    const endless =
      'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) AS n FROM r'
    expect(await describeLite('CREATE TABLE a (x)', `CREATE VIEW v AS ${endless}`)).toEqual([
      { name: 'a', rowCount: 0, columns: ['x'] },
      { name: 'v', rowCount: null, columns: ['n'] },
    ])
  })

  test('is described with generated columns', async () => {
    const made = 'CREATE TABLE g (a INT, b INT AS (a * 2), c INT AS (a * 3) STORED)'
    expect(await describeLite(made)).toMatchObject([{ columns: ['a', 'b', 'c'] }])
  })
})

// Skipped where the system has no MariaDB server (package mariadb-server).
test.runIf(hasMariaDb())(
  'MySQL tables are described in spite of a slow view',
  { timeout: 30_000 },
  async () => {
    const mariaDb = await startMariaDb()
    try {
      await mariaDb.run([
        'CREATE DATABASE shop',
        'USE shop',
        'CREATE TABLE zoo (animal varchar(20))',
        "INSERT INTO zoo VALUES ('okapi')",
        'CREATE VIEW a_slow_one AS SELECT animal, sleep(1000) AS s FROM zoo',
        "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
        "GRANT SELECT ON shop.* TO reader@'%'",
      ])
      const place = { kind: 'mysql', host: '127.0.0.1', port: mariaDb.port, database: 'shop' } as const
      const { tables } = await engineOf({
        ...place,
        user: 'reader',
        password: 'secret',
        tls: 'off',
      }).describe()
      expect(tables).toMatchObject([
        { name: 'a_slow_one', columns: [{ samples: [] }, {}] },
        { name: 'zoo', columns: [{ samples: ['okapi'] }] },
      ])
    } finally {
      await mariaDb.stop()
    }
  },
)

describe('behind HTTP', () => {
  const connect = async (kind: 'clickhouse' | 'trino', answer: (body: string) => ScriptedReply) => {
    server = await startScriptedServer(({ body }) => answer(body))
    const user = { url: server.origin, user: 'u', password: '' }
    return engineOf(kind === 'trino' ? { kind, ...user, catalog: 'c' } : { kind, ...user, database: 'd' })
  }

  test('ClickHouse tables that answer late are described without samples', { timeout: 30_000 }, async () => {
    const lines = (...rows: unknown[]) => ({ body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n` })
    const names = ['t1', 't2', 't3']
    const engine = await connect('clickhouse', (body) => {
      if (body.includes('system.tables'))
        return lines(['name', 'comment', 'total_rows'], ['', '', ''], ...names.map((name) => [name, '', 1]))
      if (body.includes('system.columns'))
        return lines(
          ['table', 'name', 'type', 'comment'],
          ['', '', '', ''],
          ...names.map((name) => [name, 'a', 'Int8', '']),
        )
      return { body: '["a"]\n', ending: 'hangs' }
    })
    const columns = [{ name: 'a', type: 'Int8', description: '', samples: [] }]
    expect((await engine.describe()).tables).toMatchObject(names.map((name) => ({ name, columns })))
  })

  test.each([
    ['clickhouse', 'a page', '<html>Hello</html>', /check the address of the source/],
    ['clickhouse', 'something else', '{"ok":true}', /check the address of the source/],
    ['trino', 'a page', '<html>Hello</html>', /is not Trino/],
    ['trino', 'something else', '{"ok":true}', /is not Trino/],
  ] as const)('%s: %s at its address is not taken for it', async (kind, _what, body, message) => {
    const engine = await connect(kind, () => ({ body }))
    await expect(engine.describe()).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
  })
})
