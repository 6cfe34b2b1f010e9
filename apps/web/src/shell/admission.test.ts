import { afterEach, beforeEach, expect, test } from 'vitest'
import { modelBehind, openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw } from '../testing/raw-connection.ts'

const LIMIT = 3

let shell: TestShell
let token: string
beforeEach(async () => {
  shell = await openTestShell({ inFlightLimit: LIMIT })
  token = await shell.signIn()
})
afterEach(() => shell.close())

/** Fills the service with questions that wait until the gate opens. */
async function fill() {
  const gate = Promise.withResolvers<void>()
  shell.world.model = modelBehind(gate.promise, 'Late.')
  const sessions = await Promise.all(Array.from({ length: LIMIT }, () => shell.openSession(token)))
  const answers = sessions.map((session_id) =>
    shell.fetch('POST', '/api/chat/query', { token, body: { session_id, query: 'Hi' } }),
  )
  await expect.poll(() => shell.deps.turns.runIds().length).toBe(LIMIT)
  return { answers, open: () => gate.resolve() }
}

test('what is over the limit is told to come back, and finds room later', async () => {
  const { answers, open } = await fill()
  const refused = await shell.fetch('GET', '/api/persona', { token })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('x-error-code')).toBe('unavailable')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await refused.json()).toMatchObject({ status: 'error' })

  open()
  for (const answer of answers) expect((await answer).status).toBe(200)
  expect((await shell.fetch('GET', '/api/persona', { token })).status).toBe(200)
})

test('health has a lane of its own', async () => {
  const { answers, open } = await fill()
  expect((await shell.fetch('GET', '/healthz')).status).toBe(200)
  expect((await shell.fetch('GET', '/readyz')).status).toBe(200)
  open()
  await Promise.all(answers)
})

test('a refusal does not wait for the body', async () => {
  const { answers, open } = await fill()
  const raw = await openRaw(shell.port)
  raw.send('POST /api/chat/query HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n')
  await expect.poll(() => raw.received()).toMatch(/^HTTP\/1\.1 503 /)
  raw.socket.destroy()
  open()
  await Promise.all(answers)
})

test('clients that leave give their place free', async () => {
  const { answers, open } = await fill()
  const leaving = new AbortController()
  const gone = Array.from({ length: 20 }, () =>
    shell.fetch('GET', '/api/persona', { token, signal: leaving.signal }).catch(() => null),
  )
  leaving.abort()
  await Promise.all(gone)
  open()
  await Promise.all(answers)
  await expect.poll(async () => (await shell.fetch('GET', '/api/persona', { token })).status).toBe(200)
})
