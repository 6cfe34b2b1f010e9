import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine } from '../engines/open-engine.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { connectSamples, openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

// A join of a database with a file compares texts as the database does, and says what it changes.

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

async function startOver(connection: Exclude<Connection, { kind: 'http_api' }>) {
  const { tables } = await openEngine(connection, { ...workshop, ownerId: 'ann', egress }).describe()
  const source = { id: '1', name: 'db', kind: connection.kind, description: '', tables, connection }
  const run = startRun(workshop, { ownerId: 'ann', sources: [source, ...files], egress })
  return async (generated_sql: string) => {
    const { output } = await run.call('execute_sql', { generated_sql })
    expect(output.error).toBeUndefined()
    const notes = Array.isArray(output.notes) ? output.notes : []
    return { rows: output.rows, changes: notes.filter((note) => !String(note).startsWith('Fetched')) }
  }
}

const SYMBOLS = 'SELECT DISTINCT symbol FROM stocks.stocks'

describe('PostgreSQL', () => {
  test('finds padded texts without their padding', async () => {
    const database = await createPostgresDatabase()
    await database.run(
      "CREATE TABLE firms (ticker char(8), name varchar(8)); INSERT INTO firms VALUES ('AAPL', 'Apple  ')",
    )
    const query = await startOver(database.connection)
    expect(
      await query(
        `SELECT f.ticker, f.name, length(f.name) AS n FROM db.firms f JOIN (${SYMBOLS}) s ON s.symbol = f.ticker`,
      ),
    ).toEqual({ rows: [{ ticker: 'AAPL', name: 'Apple  ', n: 7 }], changes: [] })
    await database.drop()
  })

  test('says that numbers of more than 38 digits become approximate, and nothing of shorter ones', async () => {
    const database = await createPostgresDatabase()
    await database.run(`CREATE TABLE sums AS SELECT 1234567890123456789012345678901234567890.5::numeric AS long,
      12345678901234567890.5::numeric AS short, 'NaN'::numeric AS nan`)
    const query = await startOver(database.connection)
    expect(
      await query(
        `SELECT s.short, s.long > 1e39 AS is_long FROM db.sums s, (${SYMBOLS} LIMIT 1) t WHERE s.nan IS NOT NULL`,
      ),
    ).toEqual({
      rows: [{ short: '12345678901234567890.5', is_long: true }],
      changes: [
        'db.public.sums: 1 value of long with more than 38 digits: the column was read as approximate numbers.',
      ],
    })
    await database.drop()
  })
})

// Skipped where the system has no MariaDB server (package mariadb-server).
test('SQLite texts are compared by the collation of their column', async () => {
  const file = `${datasetFolder('ann')}/${randomUUID()}/database.sqlite`
  await mkdir(join(workshop.folder, dirname(file)), { recursive: true })
  const database = new DatabaseSync(join(workshop.folder, file))
  database.exec(
    "CREATE TABLE firms (id INTEGER, loose TEXT COLLATE NOCASE, exact TEXT, [padded] TEXT NOT NULL COLLATE RTRIM); INSERT INTO firms VALUES (1, 'aapl', 'aapl', 'AAPL  ')",
  )
  database.close()
  const query = await startOver({ kind: 'sqlite', file })
  const count = (column: string) =>
    query(`SELECT count(*) AS n FROM db.firms f JOIN (${SYMBOLS}) s ON s.symbol = f.${column}`)
  expect(await count('loose')).toEqual({ rows: [{ n: 1 }], changes: [] })
  expect(await count('exact')).toEqual({ rows: [{ n: 0 }], changes: [] })
  expect(await count('padded')).toEqual({ rows: [{ n: 1 }], changes: [] })
})

test.runIf(hasMariaDb())('MariaDB texts are compared by the collation of their column', async () => {
  const server = await startMariaDb()
  try {
    await server.run([
      'CREATE DATABASE shop',
      'USE shop',
      `CREATE TABLE firms (id int, loose varchar(9) COLLATE utf8mb4_general_ci, exact varchar(9) COLLATE utf8mb4_bin)`,
      "INSERT INTO firms VALUES (1, 'aapl', 'aapl'), (2, 'Ämzn', 'AMZN'), (3, 'MSFT ', 'MSFT')",
      "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
      "GRANT SELECT ON shop.* TO reader@'%'",
    ])
    const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
    const query = await startOver({ ...place, user: 'reader', password: 'secret', tls: 'off' })
    const join = (column: string) =>
      query(`SELECT f.id FROM db.firms f JOIN (${SYMBOLS}) s ON s.symbol = f.${column} ORDER BY f.id`)
    expect(await join('loose')).toEqual({
      rows: [{ id: 1 }, { id: 2 }],
      changes: [
        'db.firms: 1 value of loose ends with blanks, which count here and do not count in the database.',
      ],
    })
    expect(await join('exact')).toEqual({ rows: [{ id: 2 }, { id: 3 }], changes: [] })
  } finally {
    await server.stop()
  }
})
