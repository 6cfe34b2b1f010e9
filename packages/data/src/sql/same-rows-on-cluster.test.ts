import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject, JsonValue, QueryableSource } from '@parley/domain'
import { createEgress, type Egress } from '@parley/net'
import { S3_CREDENTIALS, startS3Server } from '@parley/objects/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlCluster } from '../cluster/sql-cluster.ts'
import { LOCAL_STATEMENTS, PORTABLE_STATEMENTS } from '../testing/cluster-statements.ts'
import { connectClusterTables } from '../testing/cluster-tables.ts'
import { type ScriptedReply, type ScriptedRequest, startScriptedServer } from '../testing/scripted-server.ts'
import { openWorkshop } from '../testing/workshop.ts'
import { runStatement } from './run-statement.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/**
 * Each statement runs in DuckDB and on ClickHouse, and the results are compared. What ClickHouse 26.7 answered is kept in
 * a file under the exact text of the statement, so that a statement that is written in another way fails. To record what is missing there,
 * name a server on this machine, which reads the files from the object store of the tests:
 * CLICKHOUSE_RECORD_URL=http://127.0.0.1:8123
 */
const RECORD_URL = process.env.CLICKHOUSE_RECORD_URL
const REPLIES = join(import.meta.dirname, '../testing/cluster-replies.json')
const OWNER = 'ann'

const recorded = new Map<string, string>()
let world: Awaited<ReturnType<typeof openWorld>>
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  if (RECORD_URL) await writeFile(REPLIES, `${JSON.stringify(Object.fromEntries(recorded), null, 1)}\n`)
})

async function openWorld() {
  const workshop = await openWorkshop()
  const shop = await connectClusterTables(workshop, OWNER)
  const store = RECORD_URL ? await openStore(shop, workshop.folder) : null
  for (const [sql, reply] of await readReplies()) recorded.set(sql, reply)
  const server = await startScriptedServer((request) => answer(request, shop))
  const egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [server.origin] })
  const place = { url: server.origin, user: 'parley', password: 'secret', collection: 'parley', leastRows: 1 }
  return {
    ...workshop,
    shop,
    cluster: openSqlCluster(place, { egress }),
    close: async () => {
      for (const { close } of [egress satisfies Egress, server, workshop]) await close()
      await store?.close()
    },
  }
}

async function readReplies(): Promise<[string, string][]> {
  return Object.entries(JSON.parse(await readFile(REPLIES, 'utf8')))
}

/** Keys of files are new in each run; the statements are kept with the names of the tables. */
function withoutKeys(sql: string, { tables }: QueryableSource): string {
  return tables.reduce((text, { name, file }) => text.replaceAll(`data/${file}`, name), sql)
}

async function answer(request: ScriptedRequest, shop: QueryableSource): Promise<ScriptedReply | null> {
  const { method, query, headers, body } = request
  const isOurs = method === 'POST' && headers['x-clickhouse-user'] === 'parley'
  if (!isOurs || headers['x-clickhouse-key'] !== 'secret' || query.get('readonly') !== '2') return null
  const known = recorded.get(withoutKeys(body, shop))
  if (known !== undefined) return { body: known }
  if (!RECORD_URL) return null
  const reply = await fetch(`${RECORD_URL}/?${query}`, { method, body })
  const text = await reply.text()
  if (reply.ok) recorded.set(withoutKeys(body, shop), text)
  return { status: reply.status, body: text }
}

/** An object store that holds the files, and a named collection of the server that leads there. */
async function openStore({ tables }: QueryableSource, folder: string) {
  // The server has no setting for the region in a named collection.
  const region = 'us-east-1'
  const store = await startS3Server({ region })
  const { accessKeyId, secretAccessKey } = S3_CREDENTIALS
  const egress = createEgress({ mode: 'public', allow: [], ownPorts: [], operatorUrls: [store.endpoint] })
  const { openS3Store } = await import('@parley/objects')
  const { send } = egress.for('object_store')
  const objects = openS3Store({
    ...S3_CREDENTIALS,
    region,
    endpoint: store.endpoint,
    bucket: 'files',
    prefix: '',
    send,
  })
  for (const { file } of tables) await objects.putFile(`data/${file}`, join(folder, String(file)))
  await egress.close()
  const collection = `url = '${store.endpoint}/files/', access_key_id = '${accessKeyId}', secret_access_key = '${secretAccessKey}'`
  for (const sql of [
    'DROP NAMED COLLECTION IF EXISTS parley',
    `CREATE NAMED COLLECTION parley AS ${collection}`,
  ])
    await fetch(String(RECORD_URL), { method: 'POST', body: sql })
  return store
}

async function run(sql: string, place: 'machine' | 'cluster') {
  const { shop, cluster, sandbox, folder } = world
  const signal = new AbortController().signal
  const context = { sandbox, folder, sources: [shop], ownerId: OWNER, limits: STATEMENT_LIMITS, signal }
  const outcome = await runStatement(sql, { ...context, ...(place === 'cluster' && { cluster }) })
  if (!outcome.ok) throw new Error(outcome.message)
  const { columns, rowCount } = outcome.result
  const rows: JsonObject[] = JSON.parse(Buffer.from(outcome.bytes).toString())
  const isOrdered = outcome.isOrdered === true
  return { columns, rowCount, rows: isOrdered ? rows : sorted(rows), notes: outcome.notes ?? [] }
}

function sorted(rows: readonly JsonObject[]): JsonObject[] {
  const keyOf = (row: JsonObject) => JSON.stringify(Object.values(row).map(nearly))
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Sums of doubles differ in their last digits with the order of the rows, also between two runs of DuckDB. */
function nearly(value: JsonValue): JsonValue {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value
}

const near = (rows: readonly JsonObject[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, nearly(value)])))

test('the suite has at least 200 statements, each once', () => {
  expect(new Set(PORTABLE_STATEMENTS).size).toBe(PORTABLE_STATEMENTS.length)
  expect(PORTABLE_STATEMENTS.length).toBeGreaterThanOrEqual(200)
})

describe('the cluster gives the rows of DuckDB', () => {
  test.each(PORTABLE_STATEMENTS)('for %s', async (sql) => {
    const here = await run(sql, 'machine')
    const there = await run(sql, 'cluster')
    expect(there.notes).toEqual([...here.notes, 'The statement ran on the SQL cluster.'])
    expect(there.columns).toEqual(here.columns)
    expect(near(there.rows)).toEqual(near(here.rows))
    expect(there.rowCount).toBe(here.rowCount)
  })
})

describe('a statement that the cluster might answer in another way stays on this machine', () => {
  test.each(LOCAL_STATEMENTS)('%s', async (sql, what) => {
    const { notes } = await run(sql, 'cluster').catch((error) => ({ notes: [String(error)] }))
    const reason = `The statement ran on this machine, because the SQL cluster has no equal of ${what}.`
    // Some of these statements fail in DuckDB, too, with its sentence.
    expect(notes.some((note) => note === reason || note.startsWith('Error'))).toBe(true)
  })
})
