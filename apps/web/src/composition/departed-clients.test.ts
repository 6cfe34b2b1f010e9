import { request } from 'node:http'
import { hasMariaDb, type MariaDb, startMariaDb } from '@parley/data/testing/mariadb'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { connectModern, connectOlder } from '@parley/mcp/testing/clients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataShell } from '../testing/open-data-shell.ts'
import type { TestShell } from '../testing/open-shell.ts'

/** Asks for a statement and returns how the client leaves. The reply is never read. */
type Client = (sql: string) => Promise<() => void>

let shell: TestShell
let shop: TestDatabase
let mariadb: MariaDb | null = null
let token: string

beforeAll(async () => {
  shell = await openDataShell()
  token = await shell.signIn()
  shop = await createTestDatabase()
  const { hostname, port, username, password, pathname } = new URL(shop.url)
  await connect('Shop', {
    kind: 'postgresql',
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    password,
    tls: 'off',
  })
  if (!hasMariaDb()) return
  mariadb = await startMariaDb()
  await mariadb.run(['CREATE DATABASE yard', 'CREATE TABLE yard.trees (id INT)'])
  const place = { host: '127.0.0.1', port: mariadb.port, database: 'yard' }
  await connect('Yard', { kind: 'mysql', ...place, user: 'root', password: '', tls: 'off' })
}, 120_000)
afterAll(async () => {
  await shell.close()
  await shop.drop()
  await mariadb?.stop()
})

async function connect(name: string, connection: object): Promise<void> {
  await shell.call('POST', '/data_source', { token, body: { name, connection } })
}

const POSTGRES = 'SELECT count(*) FROM shop.public.users, pg_sleep(300)'
const MYSQL = 'SELECT count(*), sleep(300) FROM yard.trees'

/** An answer that is cancelled, the console's SQL page, its download, and clients of the tool server. */
const CLIENTS: readonly (readonly [name: string, client: Client])[] = [
  ['a cancelled answer', askAndCancel],
  ['a closed page', async (sql) => post('/api/trpc/dataSource.query', { sql })],
  ['a download', async (sql) => post('/api/data_source/export', { sql })],
  ['an MCP client', (sql) => callTool(connectModern, sql)],
  ['an MCP client of a handshake revision', (sql) => callTool(connectOlder, sql)],
]

function post(path: string, body: object): () => void {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = request(`${shell.origin}${path}`, { method: 'POST', headers, agent: false })
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
  return () => void sent.destroy()
}

async function askAndCancel(sql: string): Promise<() => void> {
  shell.script({ toolCalls: [{ name: 'execute_sql', arguments: { generated_sql: sql } }] })
  const body = { session_id: await shell.openSession(token), query: 'Wait.' }
  const headers = { prefer: 'respond-async' }
  const reply = await shell.fetch('POST', '/api/chat/query', { token, body, headers })
  const { data } = Object(await reply.json())
  return () => void shell.call('POST', `/chat/run/${data.run_id}/cancel`, { token })
}

async function callTool(connect: typeof connectModern | typeof connectOlder, sql: string) {
  const client = await connect(`${shell.origin}/mcp`, token)
  const call = client.callTool({ name: 'execute_sql', arguments: { generated_sql: sql } })
  call.catch(() => {})
  return () => void client.close()
}

describe('the statement in PostgreSQL ends with', () => {
  const running = async () => {
    const { rowCount } = await shop.db.pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND query LIKE 'FETCH %'`,
    )
    return rowCount
  }

  test.each(CLIENTS)('%s', async (_, client) => {
    const leave = await client(POSTGRES)
    await expect.poll(running, { timeout: 30_000 }).toBe(1)
    leave()
    await expect.poll(running, { timeout: 30_000, interval: 10 }).toBe(0)
  })
})

describe.runIf(hasMariaDb())('the statement in MySQL ends with', () => {
  const running = async () =>
    Number(
      await mariadb?.read(
        "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'SELECT count(*), sleep%'",
      ),
    )

  test.each(CLIENTS)('%s', async (_, client) => {
    const leave = await client(MYSQL)
    await expect.poll(running, { timeout: 30_000 }).toBe(1)
    leave()
    await expect.poll(running, { timeout: 30_000, interval: 10 }).toBe(0)
  })
})
