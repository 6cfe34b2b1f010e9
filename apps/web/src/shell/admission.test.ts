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

test('a request over the limit gets 503 with Retry-After and is answered later', async () => {
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

test('health is answered while all slots are taken', async () => {
  const { answers, open } = await fill()
  expect((await shell.fetch('GET', '/healthz')).status).toBe(200)
  expect((await shell.fetch('GET', '/readyz')).status).toBe(200)
  open()
  await Promise.all(answers)
})

test('a refusal is sent before the body arrives', async () => {
  const { answers, open } = await fill()
  const raw = await openRaw(shell.port)
  raw.send('POST /api/chat/query HTTP/1.1\r\nHost: parley.test\r\nContent-Length: 1000000\r\n\r\n')
  await expect.poll(() => raw.received()).toMatch(/^HTTP\/1\.1 503 /)
  raw.socket.destroy()
  open()
  await Promise.all(answers)
})

test('disconnected clients release their slots', async () => {
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

describe('the turns of one user', () => {
  const ONE_USER = 2
  let narrow: TestShell
  beforeEach(async () => {
    narrow = await openTestShell({ limits: { turnsPerUser: ONE_USER } })
  })
  afterEach(() => narrow.close())

  test('are limited, also when their clients have disconnected', async () => {
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

  test('leave room for the first answer of another user', async () => {
    const small = await openTestShell({ limits: { turns: 3 } })
    try {
      const [alice, bob] = [await small.signIn(), await small.signIn()]
      const gate = Promise.withResolvers<void>()
      small.world.model = modelBehind(gate.promise, 'Late.')
      const ask = async (token: string) => {
        const body = { session_id: await small.openSession(token), query: 'Hi' }
        return small.fetch('POST', '/api/chat/query', { token, body })
      }
      const underWay = [ask(alice), ask(alice)]
      await expect.poll(() => small.deps.turns.runIds().length).toBe(2)
      expect((await ask(alice)).status).toBe(429)
      underWay.push(ask(bob))
      await expect.poll(() => small.deps.turns.runIds().length).toBe(3)
      const full = await ask(bob)
      expect(full.status).toBe(503)
      expect(full.headers.get('retry-after')).toBe('5')
      gate.resolve()
      for (const reply of underWay) expect((await reply).status).toBe(200)
    } finally {
      await small.close()
    }
  })

  test('are limited for stateless calls and OpenAI clients too, with Retry-After', async () => {
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

describe('slow bodies', () => {
  const HEAD = 'POST /api/auth/verify HTTP/1.1\r\nHost: parley.test\r\nContent-Type: application/json\r\n'

  /** Opens posts whose body never arrives, from one address of this machine. */
  async function postSlowly(count: number, path = '/api/auth/verify') {
    const head = HEAD.replace('/api/auth/verify', path)
    return Promise.all(
      Array.from({ length: count }, async () => {
        const raw = await openRaw(shell.port)
        raw.send(`${head}Content-Length: 1000\r\n\r\n{"wallet":`)
        return raw
      }),
    )
  }

  test.each(['/api/auth/verify', '/api/trpc/auth.verify', '/mcp', '/chats'])(
    'to %s hold no slot: another client is answered, with and without a body',
    async (path) => {
      const slow = await postSlowly(LIMIT * 20, path)
      expect((await shell.fetch('GET', '/api/persona', { token })).status).toBe(200)
      const body = { name: 'K' }
      expect((await shell.fetch('POST', '/api/trpc/apiKey.create', { token, body })).status).toBe(200)
      expect((await shell.fetch('GET', '/healthz')).status).toBe(200)
      for (const raw of slow) raw.socket.destroy()
    },
  )

  test('over the limit replace the slowest of the same client', async () => {
    const [first] = await postSlowly(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const later = await postSlowly(LIMIT * 2)
    await first?.closed()
    const answered = shell.fetch('POST', '/api/trpc/apiKey.create', { token, body: { name: 'K' } })
    expect((await answered).status).toBe(200)
    for (const raw of later) raw.socket.destroy()
  })

  test('are refused when they end while no slot is free', async () => {
    const [slow] = await postSlowly(1)
    const { answers, open } = await fill()
    slow?.send('"'.padEnd(990, ' '))
    await expect.poll(() => slow?.received()).toMatch(/^HTTP\/1\.1 503 /)
    slow?.socket.destroy()
    open()
    await Promise.all(answers)
  })
})

describe('shares', () => {
  let wide: TestShell
  beforeEach(async () => {
    wide = await openTestShell({ inFlightLimit: 8, proxyHops: 1 })
  })
  afterEach(() => wide.close())

  const SHARE = 6

  async function invokeAs(token: string, clientAddress: string) {
    const headers = { 'x-forwarded-for': clientAddress }
    const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
    const { id } = await wide.call('POST', '/llm_config', { token, body: model })
    const body = { model_config_id: id, prompt: 'Hi', system_message: '' }
    return () => wide.fetch('POST', '/api/chat/invoke-llm', { token, body, headers })
  }

  test('one client address leaves slots for the others', async () => {
    const gate = Promise.withResolvers<void>()
    let asked = 0
    wide.world.model = (request) => {
      asked++
      return modelBehind(gate.promise, 'Late.')(request)
    }
    const calls: Awaited<ReturnType<typeof invokeAs>>[] = []
    for (let user = 0; user <= SHARE; user++) calls.push(await invokeAs(await wide.signIn(), '203.0.113.1'))
    const under = calls.slice(0, SHARE).map((call) => call())
    await expect.poll(() => asked).toBe(SHARE)
    const refused = await calls.at(-1)?.()
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const other = await wide.fetch('GET', '/api/persona', {
      token: await wide.signIn(),
      headers: { 'x-forwarded-for': '203.0.113.2' },
    })
    expect(other.status).toBe(200)
    gate.resolve()
    for (const reply of under) expect((await reply).status).toBe(200)
  })

  test('one user leaves slots for the others when it calls from many addresses', async () => {
    const gate = Promise.withResolvers<void>()
    let asked = 0
    wide.world.model = (request) => {
      asked++
      return modelBehind(gate.promise, 'Late.')(request)
    }
    const greedy = await wide.signIn()
    const calls: Awaited<ReturnType<typeof invokeAs>>[] = []
    for (let host = 0; host <= SHARE; host++) calls.push(await invokeAs(greedy, `203.0.113.${host}`))
    const under = calls.slice(0, SHARE).map((call) => call())
    await expect.poll(() => asked).toBe(SHARE)
    expect((await calls.at(-1)?.())?.status).toBe(429)
    const other = { token: await wide.signIn(), headers: { 'x-forwarded-for': '203.0.113.99' } }
    expect((await wide.fetch('GET', '/api/persona', other)).status).toBe(200)
    gate.resolve()
    for (const reply of under) expect((await reply).status).toBe(200)
    expect((await wide.fetch('GET', '/api/persona', { token: greedy })).status).toBe(200)
  })
})
