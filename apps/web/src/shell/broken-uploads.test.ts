import { randomBytes } from 'node:crypto'
import { createAccessTokens } from '@parley/core'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endServer, type Server, startServer } from '../testing/crash/server-process.ts'
import { openRaw } from '../testing/raw-connection.ts'
import { createClient, type ServiceClient } from '../testing/service-client.ts'

const ORIGIN = 'http://parley.test'
const BOUNDARY = 'boundary-of-the-form'
const key = randomBytes(32)

const database = useTestDatabase()
let server: Server
let client: ServiceClient
let mallory: string
let bob: string
beforeAll(async () => {
  const tokens = createAccessTokens(key, ORIGIN)
  mallory = await tokens.sign(await createTestUser(database.db))
  bob = await tokens.sign(await createTestUser(database.db))
  server = await startServer({
    databaseUrl: database.url,
    key: key.toString('hex'),
    origin: ORIGIN,
    leaseMs: 30_000,
    recoverEveryMs: 15_000,
    graceMs: 1_000,
    logLevel: 'silent',
  })
  client = createClient(server.origin)
})
afterAll(async () => {
  if (server.process.exitCode === null) await endServer(server, 'SIGKILL')
})

/** A form with one file; without `end` its closing boundary is missing. */
function form(fileName: string, { content = 'a,b\n1,2\n', end = true } = {}): string {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${fileName}"`
  const part = `--${BOUNDARY}\r\n${disposition}\r\nContent-Type: text/csv\r\n\r\n${content}`
  return end ? `${part}\r\n--${BOUNDARY}--\r\n` : part
}

function upload(body: string, type = `multipart/form-data; boundary=${BOUNDARY}`): Promise<Response> {
  return fetch(`${server.origin}/api/data_source`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mallory}`, 'content-type': type },
    body,
  })
}

/** Calls of another user, which must succeed whatever the first user sends. */
async function expectOthersAnswered(): Promise<void> {
  expect((await client.fetch('GET', '/healthz')).status).toBe(200)
  expect((await client.fetch('GET', '/api/agent', { token: bob })).status).toBe(200)
  expect(server.process.exitCode).toBe(null)
}

test.each([
  ['without its closing boundary', form('sales.csv', { end: false })],
  ['of an unknown ending without its closing boundary', form('sales.unknown', { end: false })],
  ['cut off in the header of its part', form('sales.csv').slice(0, 60)],
  ['without content', ''],
  ['with a large file of an unknown ending', form('sales.bin', { content: 'x'.repeat(3_000_000) })],
])('a form %s is refused, and another user is answered', async (_what, body) => {
  for (let round = 0; round < 5; round++) {
    const reply = await upload(body)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ status: 'error' })
  }
  await expectOthersAnswered()
})

test('many simultaneous files of an unknown type are refused, and another user is answered', async () => {
  const replies = await Promise.all(Array.from({ length: 60 }, () => upload(form('notes.unknown'))))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
  await expectOthersAnswered()
})

test('a form with a malformed content type is refused, and another user is answered', async () => {
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; charset=x',
  ])
    expect((await upload(form('sales.csv'), type)).status).toBe(400)
  await expectOthersAnswered()
})

test('a client that disconnects during its upload ends that upload only', async () => {
  const whole = form('sales.csv', { content: 'x'.repeat(200_000) })
  for (const sent of [0, 80, 150, 100_000]) {
    const raw = await openRaw(Number(new URL(server.origin).port))
    raw.send(
      `POST /api/data_source HTTP/1.1\r\nHost: parley.test\r\nAuthorization: Bearer ${mallory}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${whole.length}\r\n\r\n${whole.slice(0, sent)}`,
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    raw.socket.resetAndDestroy()
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expectOthersAnswered()
})
