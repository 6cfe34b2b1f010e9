import type { Connection, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine } from '../engines/open-engine.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { connectSamples, openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

// A statement that joins a database with a file reads the same values as a statement over the database alone.

const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
let files: QueryableSource[]
beforeAll(async () => {
  workshop = await openWorkshop()
  files = await connectSamples(workshop, { ownerId: 'ann', names: ['stocks'] })
})
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

async function bothWays(connection: Exclude<Connection, { kind: 'http_api' }>) {
  const { tables } = await openEngine(connection, { ...workshop, ownerId: 'ann', egress }).describe()
  const source = { id: '1', name: 'db', kind: connection.kind, description: '', tables, connection }
  const run = startRun(workshop, { ownerId: 'ann', sources: [source, ...files], egress })
  const rowOf = async (generated_sql: string) => {
    const { output } = await run.call('execute_sql', { generated_sql })
    expect(output.error).toBeUndefined()
    return Object(output.rows)[0]
  }
  return {
    alone: await rowOf('SELECT * FROM db.kinds'),
    joined: await rowOf('SELECT k.* FROM db.kinds k, (SELECT DISTINCT 1 FROM stocks.stocks) s'),
  }
}

describe('postgresql', () => {
  test('fetches values of every type exactly', async () => {
    const database = await createPostgresDatabase()
    await database.run(`CREATE TABLE kinds AS SELECT 1::smallint AS si, 9007199254740993::bigint AS bi,
      123456789012345678901234567890.123::numeric AS nu, 7::numeric AS short, 'NaN'::numeric AS nan, 1.5::numeric(10,2) AS nd,
      0.1::float8 AS fl, true AS bo, 'x'::text AS te, now() AS tz, '2024-01-01 10:00:00.123456'::timestamp AS ts,
      '2024-01-01'::date AS da, '10:00'::time AS ti, '1 day 02:00'::interval AS iv, gen_random_uuid() AS uu,
      '10.0.0.1'::inet AS ip, int4range(1, 5) AS ra, point(1, 2) AS po, NULL::int AS nul`)
    const { alone, joined } = await bothWays(database.connection)
    // Without a declared precision, a number that a double can hold is a double.
    expect(joined).toEqual({ ...alone, short: 7 })
    expect(joined.nu).toBe('123456789012345678901234567890.123')
    await database.drop()
  })

  test('fetches dates BC', async () => {
    const database = await createPostgresDatabase()
    await database.run("CREATE TABLE kinds AS SELECT '0044-03-15 BC'::date AS ides")
    expect((await bothWays(database.connection)).joined).toEqual({ ides: '0044-03-15 (BC)' })
    await database.drop()
  })

  test('fetches JSON documents with integers that a double does not hold', async () => {
    const database = await createPostgresDatabase()
    await database.run(`CREATE TABLE kinds AS SELECT '{"a":[9007199254740993],"b":1.5}'::jsonb AS js`)
    expect((await bothWays(database.connection)).alone).toEqual({ js: { a: ['9007199254740993'], b: 1.5 } })
    await database.drop()
  })
})

// Skipped where the system has no MariaDB server (package mariadb-server).
test.runIf(hasMariaDb())(
  'MySQL values of every type are fetched exactly, invalid dates as NULL',
  async () => {
    const server = await startMariaDb()
    try {
      const kinds = `ub bigint unsigned, bi bigint, de decimal(40,10), fl float, bo tinyint(1), b8 bit(8), ye year, da date,
      dt datetime(6), ti time, en enum('a','b'), js json, bl blob, te text, zero date, none datetime`
      const values = `18446744073709551615, -9007199254740993, 12345678901234567890.1234567891, 0.1, 1, b'10101010', 2024,
      '2024-01-01', '2024-01-01 10:00:00.123456', '-30:00:00', 'a', '{"a":1}', x'deadbeef', 'ü', '0000-00-00', '0000-00-00'`
      await server.run([
        'CREATE DATABASE shop',
        'USE shop',
        `CREATE TABLE kinds (${kinds})`,
        "SET SESSION sql_mode = ''",
        `INSERT INTO kinds VALUES (${values})`,
        "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
        "GRANT SELECT ON shop.* TO reader@'%'",
      ])
      const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
      const { alone, joined } = await bothWays({ ...place, user: 'reader', password: 'secret', tls: 'off' })
      expect(joined).toEqual({ ...alone, zero: null, none: null })
    } finally {
      await server.stop()
    }
  },
)
