import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createAccessTokens } from '@parley/core'
import { createTestDatabase, createTestUser, type TestDatabase } from '@parley/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endServer, type Server, startServer } from '../testing/crash/server-process.ts'
import { createClient, type ServiceClient } from '../testing/service-client.ts'

const ORIGIN = 'http://parley.test'
const key = randomBytes(32)

let database: TestDatabase
let token: string
beforeAll(async () => {
  database = await createTestDatabase()
  token = await createAccessTokens(key, ORIGIN).sign(await createTestUser(database.db))
})
afterAll(() => database.drop())

let server: Server
let client: ServiceClient
beforeEach(async () => {
  server = await startServer({
    databaseUrl: database.url,
    key: key.toString('hex'),
    origin: ORIGIN,
    leaseMs: 30_000,
    recoverEveryMs: 15_000,
    graceMs: 60_000,
    // One test is about a fault; that it is loud is not what it tries.
    logLevel: 'silent',
  })
  client = createClient(server.origin)
})
afterEach(async () => {
  if (server.process.exitCode === null) await endServer(server, 'SIGKILL')
})

/** Asks a question whose answer takes `ms`, and waits until it is being answered. */
async function ask(ms: number) {
  const session = await client.openSession(token)
  const query = JSON.stringify({ id: randomUUID(), calls: 0, ms })
  const reply = client
    .fetch('POST', '/api/chat/query', { token, body: { session_id: session, query } })
    .then(async (answered) => ({ status: answered.status, text: await answered.text() }))
  await expect.poll(() => statuses(session)).toEqual(['running'])
  return { session, reply }
}

async function statuses(session: string): Promise<string[]> {
  const { rows } = await database.db.pool.query('select status from runs where session_id = $1', [session])
  return rows.map(({ status }) => status)
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s lets the turn under way end, then the process',
  async (signal) => {
    const { session, reply } = await ask(1_000)
    const exitCode = endServer(server, signal)
    expect(await reply).toMatchObject({ status: 200, text: expect.stringContaining('whole') })
    expect(await exitCode).toBe(0)
    expect(await statuses(session)).toEqual(['ok'])
  },
)

test('a second signal interrupts what takes too long', async () => {
  const { session, reply } = await ask(600_000)
  server.process.kill('SIGTERM')
  await expect.poll(async () => (await client.fetch('GET', '/readyz')).status).toBe(503)
  const exitCode = endServer(server, 'SIGTERM')
  expect((await reply).status).toBe(503)
  expect(await exitCode).toBe(0)
  expect(await statuses(session)).toEqual(['interrupted'])
})

test('a fault that nobody catches costs no turn, but the process', async () => {
  const { session, reply } = await ask(1_000)
  const exit = once(server.process, 'exit')
  await client.fetch('GET', '/fail').catch(() => null)
  expect((await reply).status).toBe(200)
  expect((await exit)[0]).toBe(1)
  expect(await statuses(session)).toEqual(['ok'])
})
