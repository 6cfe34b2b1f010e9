import type { QueryableSource } from '@parley/domain'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSqlCluster } from '../cluster/sql-cluster.ts'
import { connectClusterTables } from '../testing/cluster-tables.ts'
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openExports } from './open-exports.ts'
import { runStatement, type StatementOutcome } from './run-statement.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

const COUNT = 'SELECT count(*) AS n FROM sales'
const ON_CLUSTER = 'The statement ran on the SQL cluster.'
const FAILED = 'The SQL cluster failed on the statement, so it ran on this machine.'
const AWAY = 'The SQL cluster does not answer, so the statement ran on this machine.'

let workshop: Workshop
let shop: QueryableSource
let server: ScriptedServer
let egress: Egress
let reply: ScriptedReply
const warnings: object[] = []

beforeAll(async () => {
  workshop = await openWorkshop()
  shop = await connectClusterTables(workshop, 'ann')
  server = await startScriptedServer(({ method, body }) =>
    method === 'POST' && body.includes(' FROM s3(parley, filename = ') ? reply : null,
  )
  egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [server.origin] })
})
afterEach(() => void warnings.splice(0))
afterAll(async () => {
  await egress.close()
  await server.close()
  await workshop.close()
})

const rows = (...lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const sentBy = (from: number) => server.seen.slice(from)

function clusterAt(url: string, leastRows = 500) {
  const place = { url, user: 'parley', password: 'secret', collection: 'parley', leastRows }
  return openSqlCluster(place, { egress, log: { warn: (details) => void warnings.push(details) } })
}

const contextOf = (cluster: ReturnType<typeof clusterAt>, signal = new AbortController().signal) => ({
  ...workshop,
  sources: [shop],
  ownerId: 'ann',
  limits: STATEMENT_LIMITS,
  signal,
  cluster,
})

const firstRow = (outcome: StatementOutcome) => (outcome.ok ? outcome.result.rows[0] : outcome.message)

test('a statement goes to the cluster from the configured number of rows on, without keys and without its text', async () => {
  reply = { body: rows(['c2_0'], ['Int64'], ['500']) }
  const from = server.seen.length
  const outcome = await runStatement(COUNT, contextOf(clusterAt(server.origin)))
  expect(outcome).toMatchObject({ ok: true, notes: [ON_CLUSTER], result: { estimate: { rowsRead: 500 } } })
  expect(firstRow(outcome)).toEqual({ n: 500 })
  const [request, ...others] = sentBy(from)
  expect(others).toEqual([])
  expect(request?.body).toContain(`filename = 'data/${shop.tables[0]?.file}'`)
  expect(request?.body).not.toContain('sales')
  expect(request?.query.get('readonly')).toBe('2')
  const small = await runStatement(COUNT, contextOf(clusterAt(server.origin, 501)))
  expect(small).toMatchObject({ ok: true })
  expect(small.notes).toBeUndefined()
  expect(sentBy(from)).toHaveLength(1)
})

test.each<[string, ScriptedReply]>([
  ['refuses the statement', { status: 500, body: 'Code: 241. DB::Exception: (MEMORY_LIMIT_EXCEEDED)' }],
  ['refuses the user', { status: 403, body: 'Code: 516. DB::Exception: parley: AUTHENTICATION_FAILED' }],
  [
    'fails after its first rows',
    { body: `${rows(['n'], ['Int64'], ['1'])}Code: 499. DB::Exception: (S3_ERROR)` },
  ],
  ['answers something else', { body: '<html>' }],
])('a statement runs on this machine when the cluster %s, and the operator reads why', async (_, given) => {
  reply = given
  const outcome = await runStatement(COUNT, contextOf(clusterAt(server.origin)))
  expect(outcome).toMatchObject({ ok: true, notes: [FAILED] })
  expect(firstRow(outcome)).toEqual({ n: 500 })
  expect(warnings).toHaveLength(1)
})

test('a cluster whose connection breaks is left alone for a while', async () => {
  reply = { body: rows(['n'], ['Int64']), ending: 'breaks' }
  const cluster = clusterAt(server.origin)
  expect(await runStatement(COUNT, contextOf(cluster))).toMatchObject({ ok: true, notes: [FAILED] })
  const from = server.seen.length
  expect(await runStatement(COUNT, contextOf(cluster))).toMatchObject({ ok: true, notes: [AWAY] })
  expect(sentBy(from)).toEqual([])
})

test('a cluster at an address that the operator did not configure is never reached', async () => {
  const from = server.seen.length
  const elsewhere = server.origin.replace('127.0.0.1', 'localhost')
  expect(await runStatement(COUNT, contextOf(clusterAt(elsewhere)))).toMatchObject({
    ok: true,
    notes: [FAILED],
  })
  expect(sentBy(from)).toEqual([])
})

test('a cancelled statement ends on the cluster and is not run again', async () => {
  reply = { body: rows(['n'], ['Int64']), ending: 'hangs' }
  const stop = new AbortController()
  const from = server.seen.length
  const outcome = runStatement(COUNT, contextOf(clusterAt(server.origin), stop.signal))
  while (sentBy(from).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  stop.abort()
  expect(await outcome).toMatchObject({ ok: false, reason: 'cancelled' })
})

test('an export whose first rows were sent fails instead of beginning again', async () => {
  const lines = Array.from({ length: 6000 }, (_, index) => [String(index)])
  reply = { body: `${rows(['id'], ['Int64'], ...lines)}Code: 499. DB::Exception: (S3_ERROR)` }
  const exportRows = openExports({ maxRows: 100_000, timeoutMs: 10_000, atOnce: 1, atOncePerOwner: 1 })
  const { rows: batches } = await exportRows('SELECT id FROM sales', contextOf(clusterAt(server.origin)))
  const readAll = async () => {
    for await (const _ of batches);
  }
  await expect(readAll()).rejects.toThrow('The SQL cluster broke off its reply; run the statement again.')
})

test('another user reads neither the table nor its file', async () => {
  reply = { body: rows(['n'], ['Int64'], ['500']) }
  const from = server.seen.length
  const context = { ...contextOf(clusterAt(server.origin)), ownerId: 'bob' }
  await expect(runStatement(COUNT, context)).rejects.toThrow('points to a file that is not its own')
  expect(await runStatement(COUNT, { ...context, sources: [] })).toMatchObject({ ok: false })
  expect(sentBy(from)).toEqual([])
})
