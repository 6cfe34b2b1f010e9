import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connection, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine } from '../index.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { createPostgresDatabase, type TestDatabase } from '../testing/postgres.ts'
import { shopStatements } from '../testing/shop.ts'
import {
  answerOf,
  connectSamples,
  openWorkshop,
  startRun,
  type ToolRun,
  type Workshop,
} from '../testing/workshop.ts'
import { detectIsolation, type Isolation } from './isolation.ts'

const hasFilters = await (async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-filters-test-'))
  const { hasCallFilter, hasLandlock } = await detectIsolation(folder)
  rmSync(folder, { recursive: true, force: true })
  return { hasCallFilter, hasLandlock }
})()
const isRoot = process.getuid?.() === 0
const NO_FILTERS = { hasCallFilter: false, hasLandlock: false }
const PRIVILEGES = { mode: 'privileges', hasLimits: true, gaps: [] } as const
/** The modes of a service on a system without namespaces, such as most containers. */
const MODES: [string, Isolation][] = [
  ...(isRoot
    ? ([['of another system user', { ...PRIVILEGES, ...NO_FILTERS, userId: 65_534 }]] as const)
    : []),
  ...(hasFilters.hasLandlock
    ? ([['behind Landlock and a filter', { ...PRIVILEGES, ...hasFilters, userId: null }]] as const)
    : []),
  ...(hasFilters.hasLandlock && isRoot
    ? ([['of another user behind filters', { ...PRIVILEGES, ...hasFilters, userId: 65_534 }]] as const)
    : []),
].map(([name, isolation]) => [name, isolation])
const COUNT = 'SELECT count(*) AS n FROM'

describe.each(MODES)('children %s', (_name, isolation) => {
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  let workshop: Workshop
  let database: TestDatabase
  let run: ToolRun
  beforeAll(async () => {
    workshop = await openWorkshop({ isolation })
    database = await createPostgresDatabase()
    for (const statement of shopStatements()) await database.run(statement)
    const files = await connectSamples(workshop, { ownerId: 'ann', names: ['seattle_weather', 'stocks'] })
    const sources = [
      ...files,
      await connect('shop', database.connection),
      await connect('lite', await sqlite()),
    ]
    run = startRun(workshop, { ownerId: 'ann', sources, egress })
  })
  afterAll(async () => {
    await workshop.close()
    await egress.close()
    await database.drop()
  })

  async function sqlite() {
    const file = `${datasetFolder('ann')}/11111111-1111-4111-8111-111111111111/database.sqlite`
    const path = join(workshop.folder, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const written = new DatabaseSync(path)
    written.exec('CREATE TABLE people (name TEXT); INSERT INTO people VALUES (1), (2)')
    written.close()
    return { kind: 'sqlite', file } as const
  }

  async function connect(name: string, connection: Exclude<Connection, { kind: 'http_api' }>) {
    const engine = openEngine(connection, { ...workshop, ownerId: 'ann', egress })
    const { tables } = await engine.describe()
    return { id: name, name, kind: connection.kind, description: '', tables, connection } as QueryableSource
  }

  test.each([
    ['a file', `${COUNT} seattle_weather.seattle_weather`, 1461],
    ['two files', `${COUNT} seattle_weather.seattle_weather, stocks.stocks`, 818_160],
    ['a database', `${COUNT} shop.public.orders`, 5000],
    ['a SQLite file', `${COUNT} lite.people`, 2],
    ['a database and a file', `${COUNT} shop.public.customers c, stocks.stocks`, 112_000],
  ])('answer a statement over %s', async (_what, generated_sql, n) => {
    const { output } = await run.call('execute_sql', { generated_sql })
    expect(answerOf(output)).toMatchObject({ rows: [{ n }] })
  })

  test('draw a chart of a result', async () => {
    const generated_sql = 'SELECT symbol, avg(price) AS price FROM stocks.stocks GROUP BY 1'
    await run.call('execute_sql', { generated_sql })
    const encoding = { x: { field: 'symbol', type: 'nominal' }, y: { field: 'price', type: 'quantitative' } }
    const chart_spec = JSON.stringify({ mark: 'bar', encoding })
    const { status } = await run.call('create_graph', { sql_results: 'step 6', chart_spec })
    expect(status).toBe('ok')
    expect(run.saved.map(({ name }) => name)).toContainEqual(expect.stringMatching(/png$/))
  })

  test('see neither the data folder nor the files of another owner', async () => {
    const secret = join(workshop.folder, 'secret.txt')
    await writeFile(secret, 'of another owner')
    const reads = [`read_text('${secret}')`, "read_text('/etc/shadow')", `glob('${workshop.folder}/*')`]
    for (const source of reads) {
      const { output } = await run.call('execute_sql', { generated_sql: `SELECT * FROM ${source}` })
      expect(output).toHaveProperty('error')
    }
  })
})
