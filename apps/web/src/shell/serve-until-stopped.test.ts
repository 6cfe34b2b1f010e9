import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createAccessTokens } from '@parley/core'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endServer, type Server, startServer } from '../testing/crash/server-process.ts'
import { createClient, type ServiceClient } from '../testing/service-client.ts'

const ORIGIN = 'http://parley.test'
const key = randomBytes(32)

const database = useTestDatabase()
let token: string
beforeAll(async () => {
  token = await createAccessTokens(key, ORIGIN).sign(await createTestUser(database.db))
})

let server: Server
let client: ServiceClient
beforeEach(() => start())

async function start({ drainDelayMs = 0 } = {}): Promise<void> {
  server = await startServer({
    databaseUrl: database.url,
    key: key.toString('hex'),
    origin: ORIGIN,
    leaseMs: 30_000,
    recoverEveryMs: 15_000,
    graceMs: 60_000,
    drainDelayMs,
    // One test raises an error on purpose; its log is not part of the test.
    logLevel: 'silent',
  })
  client = createClient(server.origin)
}

afterEach(async () => {
  if (server.process.exitCode === null) await endServer(server, 'SIGKILL')
})

/** Asks a question whose answer takes `ms`, and waits until the answer has begun. */
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
  '%s lets the running turn end, then ends the process',
  async (signal) => {
    const { session, reply } = await ask(1_000)
    const exitCode = endServer(server, signal)
    expect(await reply).toMatchObject({ status: 200, text: expect.stringContaining('whole') })
    expect(await exitCode).toBe(0)
    expect(await statuses(session)).toEqual(['ok'])
  },
)

test('announces a stop before it refuses work, and a second signal ends the announcement', async () => {
  await endServer(server, 'SIGKILL')
  await start({ drainDelayMs: 600_000 })
  server.process.kill('SIGTERM')
  await expect.poll(async () => (await client.fetch('GET', '/readyz')).status).toBe(503)
  const { session, reply } = await ask(100)
  expect((await reply).status).toBe(200)
  expect((await client.fetch('GET', '/healthz')).status).toBe(200)
  expect(await endServer(server, 'SIGTERM')).toBe(0)
  expect(await statuses(session)).toEqual(['ok'])
})

test('a second signal interrupts long work', async () => {
  const { session, reply } = await ask(600_000)
  server.process.kill('SIGTERM')
  await expect.poll(async () => (await client.fetch('GET', '/readyz')).status).toBe(503)
  const exitCode = endServer(server, 'SIGTERM')
  expect((await reply).status).toBe(503)
  expect(await exitCode).toBe(0)
  expect(await statuses(session)).toEqual(['interrupted'])
})

test.each(['/reject', '/break'])(
  'an error of %s without a handler ends neither a turn nor the process',
  async (path) => {
    const { session, reply } = await ask(1_000)
    await client.fetch('GET', path).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await client.fetch('GET', '/readyz')).status).toBe(200)
    expect((await client.fetch('GET', '/api/agent', { token })).status).toBe(200)
    expect((await reply).status).toBe(200)
    expect(await statuses(session)).toEqual(['ok'])
    expect(await endServer(server, 'SIGTERM')).toBe(0)
  },
)

test('an uncaught exception ends the process after the open turns', async () => {
  const { session, reply } = await ask(1_000)
  const exit = once(server.process, 'exit')
  await client.fetch('GET', '/fail').catch(() => null)
  expect((await reply).status).toBe(200)
  expect((await exit)[0]).toBe(1)
  expect(await statuses(session)).toEqual(['ok'])
})
