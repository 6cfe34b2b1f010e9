import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection, SourceTable } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { hasMariaDb, startMariaDb } from '../testing/mariadb.ts'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { startScriptedServer } from '../testing/scripted-server.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openEngine } from './open-engine.ts'

// The catalog holds every value of a text column with few of them, and a few of any other column.

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

/** 25 places, which come one after another, so that the first rows have only a few of them; 26 of `too_many`. */
const PLACES = Array.from({ length: 25 }, (_, index) => `Place ${String(index).padStart(2, '0')}`)
const ROWS = Array.from({ length: 2600 }, (_, index) => ({
  id: index,
  place: PLACES[Math.floor(index / 104)] ?? '',
  too_many: `Kind ${Math.floor(index / 100)}`,
}))
const STATEMENTS = [
  'CREATE TABLE visits (id int PRIMARY KEY, place varchar(40), too_many varchar(40))',
  `INSERT INTO visits VALUES ${ROWS.map(({ id, place, too_many }) => `(${id}, '${place}', '${too_many}')`)}`,
]

function samplesOf(tables: readonly SourceTable[], column: string): string[] {
  const found = tables[0]?.columns.find(({ name }) => name === column)
  return [...(found?.samples ?? [])].toSorted()
}

async function describeTables(connection: Exclude<Connection, { kind: 'http_api' }>) {
  return (await openEngine(connection, { ...workshop, ownerId: OWNER, egress }).describe()).tables
}

describe('all 25 values of a column, and six of one with more, are samples', () => {
  test.each([
    ['without statistics', []],
    ['with statistics', ['ANALYZE']],
  ])('in PostgreSQL %s', async (_how, more) => {
    const database = await createPostgresDatabase()
    for (const statement of [...STATEMENTS, ...more]) await database.run(statement)
    const tables = await describeTables(database.connection)
    expect(samplesOf(tables, 'place')).toEqual(PLACES)
    expect(samplesOf(tables, 'too_many').length).toBeLessThanOrEqual(6)
    await database.drop()
  })

  // Skipped where the system has no MariaDB server (package mariadb-server).
  test.runIf(hasMariaDb())('in MariaDB', async () => {
    const server = await startMariaDb()
    try {
      await server.run([
        'CREATE DATABASE shop',
        'USE shop',
        ...STATEMENTS,
        "CREATE USER reader@'%' IDENTIFIED BY 'secret'",
        "GRANT SELECT ON shop.* TO reader@'%'",
      ])
      const place = { kind: 'mysql', host: '127.0.0.1', port: server.port, database: 'shop' } as const
      const tables = await describeTables({ ...place, user: 'reader', password: 'secret', tls: 'off' })
      expect(samplesOf(tables, 'place')).toEqual(PLACES)
      expect(samplesOf(tables, 'too_many').length).toBeLessThanOrEqual(6)
    } finally {
      await server.stop()
    }
  })

  test('in SQLite', async () => {
    const file = `${datasetFolder(OWNER)}/77777777-7777-4777-8777-777777777777/database.sqlite`
    await mkdir(dirname(join(workshop.folder, file)), { recursive: true })
    const database = new DatabaseSync(join(workshop.folder, file))
    for (const statement of ['BEGIN', ...STATEMENTS, 'COMMIT']) database.exec(statement)
    database.close()
    const tables = await describeTables({ kind: 'sqlite', file })
    expect(samplesOf(tables, 'place')).toEqual(PLACES)
    expect(samplesOf(tables, 'too_many').length).toBeLessThanOrEqual(6)
  })

  test('in ClickHouse, asked of the whole table in one statement', async () => {
    const lines = (...rows: unknown[]) => ({ body: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n` })
    const asked: string[] = []
    const server = await startScriptedServer(({ body }) => {
      asked.push(body)
      if (body.includes('system.tables'))
        return lines(['name', 'comment', 'total_rows'], ['', '', ''], ['visits', '', 2600])
      if (body.includes('system.columns'))
        return lines(
          ['table', 'name', 'type', 'comment'],
          ['', '', '', ''],
          ['visits', 'id', 'Int32', ''],
          ['visits', 'place', 'LowCardinality(String)', ''],
          ['visits', 'too_many', 'String', ''],
        )
      if (body.includes('LIMIT 50'))
        return lines(
          ['id', 'place', 'too_many'],
          ['Int32', 'String', 'String'],
          ...ROWS.slice(0, 50).map(Object.values),
        )
      if (body.includes('groupUniqArray'))
        return lines(
          ['0', '1'],
          ['Array(String)', 'Array(String)'],
          [PLACES, [...new Set(ROWS.map((row) => row.too_many))]],
        )
      return null
    })
    const tables = await describeTables({
      kind: 'clickhouse',
      url: server.origin,
      user: 'u',
      password: '',
      database: 'd',
    })
    expect(samplesOf(tables, 'place')).toEqual(PLACES)
    expect(samplesOf(tables, 'too_many')).toEqual(['Kind 0'])
    expect(asked.filter((body) => body.includes('groupUniqArray'))).toEqual([
      'SELECT groupUniqArray(26)(`place`) AS `0`, groupUniqArray(26)(`too_many`) AS `1` FROM `visits`',
    ])
    await server.close()
  })

  test('in a file, from all of its rows', async () => {
    // The first rows that other samples are taken from hold 24 of the places.
    const lines = [
      'place,too_many',
      ...Array.from(
        { length: 60_000 },
        (_, index) => `${PLACES[Math.floor(index / 2090) % 25]},Kind ${Math.floor(index / 2200)}`,
      ),
    ]
    lines.push(...PLACES.map((place) => `${place},Kind 0`))
    const { tables } = await ingestFile({
      ...workshop,
      ownerId: OWNER,
      name: 'visits',
      format: 'csv',
      content: new Blob([lines.join('\n')]).stream(),
    })
    expect(samplesOf(tables, 'place')).toEqual(PLACES)
    expect(samplesOf(tables, 'too_many').length).toBeLessThanOrEqual(6)
  })
})
