import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe("one user's answers under way", () => {
  const ONE_USER = 2
  let narrow: TestShell
  beforeEach(async () => {
    narrow = await openTestShell({ limits: { turnsPerUser: ONE_USER } })
  })
  afterEach(() => narrow.close())

  test('are so many and no more, also when nobody waits for them', async () => {
    const [alice, bob] = [await narrow.signIn(), await narrow.signIn()]
    const gate = Promise.withResolvers<void>()
    narrow.world.model = modelBehind(gate.promise, 'Late.')
    const ask = (token: string, session_id: string, signal?: AbortSignal) =>
      narrow.fetch('POST', '/api/chat/query', {
        token,
        body: { session_id, query: 'Hi' },
        ...(signal && { signal }),
      })
    const sessions: string[] = []
    for (let count = 0; count <= ONE_USER; count++) sessions.push(await narrow.openSession(alice))
    const [first = '', second = '', third = ''] = sessions
    const leaving = new AbortController()
    const left = ask(alice, first, leaving.signal).catch(() => null)
    const waiting = ask(alice, second)
    await expect.poll(() => narrow.deps.turns.runIds().length).toBe(ONE_USER)
    leaving.abort()
    await left

    const refused = await ask(alice, third)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('x-error-code')).toBe('rate_limited')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await narrow.call('GET', `/chat/session/${third}`, { token: alice })).messages).toEqual([])

    const others = ask(bob, await narrow.openSession(bob))
    await expect.poll(() => narrow.deps.turns.runIds().length).toBe(ONE_USER + 1)
    gate.resolve()
    expect((await waiting).status).toBe(200)
    expect((await others).status).toBe(200)
    await expect.poll(() => narrow.deps.turns.runIds().length).toBe(0)
    expect((await ask(alice, third)).status).toBe(200)
  })

  test('count at the door for other clients too, which hear when to come back', async () => {
    const token = await narrow.signIn()
    const gate = Promise.withResolvers<void>()
    let asked = 0
    narrow.world.model = (request) => {
      asked++
      return modelBehind(gate.promise, 'Late.')(request)
    }
    const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
    const { id } = await narrow.call('POST', '/llm_config', { token, body: model })
    const invocation = { model_config_id: id, prompt: 'Hi', system_message: '' }
    const invoke = () => narrow.fetch('POST', '/api/chat/invoke-llm', { token, body: invocation })
    const completion = { model: `llm:${id}`, messages: [{ role: 'user', content: 'Hi' }] }
    const complete = () => narrow.fetch('POST', '/api/v1/chat/completions', { token, body: completion })
    const first = [invoke(), complete()]
    await expect.poll(() => asked).toBe(ONE_USER)
    expect((await invoke()).status).toBe(429)
    const refused = await complete()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    gate.resolve()
    for (const reply of first) expect((await reply).status).toBe(200)
  })
})
