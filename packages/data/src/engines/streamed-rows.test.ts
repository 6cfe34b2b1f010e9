import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestSqlite } from '../files/ingest-sqlite.ts'
import type { RowSink } from '../result/query-result.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

const ROWS = 7001
const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

/** Reads a statement as a stream, and returns the values of its column `n` in order. */
async function stream(connection: Parameters<typeof openEngine>[0], sql: string) {
  const sizes: number[] = []
  const values: unknown[] = []
  const read = (bytes: Uint8Array) => {
    const rows: { n: unknown }[] = JSON.parse(Buffer.from(bytes).toString())
    sizes.push(rows.length)
    values.push(...rows.map(({ n }) => n))
  }
  const onRows: RowSink = async ({ columns, bytes }) => {
    expect(columns.map(({ name }) => name)).toEqual(['n'])
    read(bytes)
  }
  const limits = { timeoutMs: 60_000, preview: { rows: 0, bytes: 0 }, kept: { rows: 1000, bytes: 1e6 } }
  const outcome = await openEngine(connection, { ...workshop, ownerId: 'ann', egress }).query({
    ...limits,
    sql,
    onRows,
  })
  if (!outcome.ok) throw new Error(outcome.message)
  read(outcome.bytes)
  return { sizes, values }
}

const expected = Array.from({ length: ROWS }, (_, index) => index + 1)

test('sqlite: sends every row on in batches', async () => {
  const path = join(workshop.folder, 'given.db')
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE t (n INTEGER)')
  database.exec(
    `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < ${ROWS}) INSERT INTO t SELECT n FROM i`,
  )
  database.close()
  const { connection } = await ingestSqlite({
    egress,
    ...workshop,
    ownerId: 'ann',
    content: createReadStream(path),
    signal: new AbortController().signal,
  })
  const { sizes, values } = await stream(connection, 'SELECT n FROM t ORDER BY n')
  expect(values).toEqual(expected)
  expect(sizes).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000, 1])
})

test('postgresql: sends every row on in batches', async () => {
  const database = await createPostgresDatabase()
  const { sizes, values } = await stream(
    database.connection,
    'SELECT n FROM generate_series(1, 30000) n ORDER BY n',
  )
  expect(values).toEqual(Array.from({ length: 30_000 }, (_, index) => index + 1))
  // The cursor is read in growing steps; each full one is sent on.
  expect(sizes.length).toBeGreaterThan(2)
  await database.drop()
})

// Skipped where the system has no MariaDB server (package mariadb-server).
test.runIf(hasMariaDb())('mysql: sends every row on in batches', async () => {
  const server = await startMariaDb()
  try {
    await server.run(['CREATE DATABASE shop'])
    const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
    const connection = { ...place, user: 'root', password: '', tls: 'off' } as const
    const { sizes, values } = await stream(connection, `SELECT seq AS n FROM seq_1_to_${ROWS} ORDER BY seq`)
    expect(values).toEqual(expected)
    expect(sizes).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000, 1])
  } finally {
    await server.stop()
  }
})
