import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import type { Sent } from '../testing/service-client.ts'

let shell: TestShell
let token: string
let cookie: string
beforeAll(async () => {
  shell = await openTestShell()
  token = await shell.signIn()
  cookie = `parley.session=${token}`
})
afterAll(() => shell.close())
beforeEach(() => {
  shell.logged.length = 0
})

/** A call in the form of the console's pages. */
const own = () => ({ cookie, origin: shell.origin, 'sec-fetch-site': 'same-origin' })

const create = (headers: Record<string, string>, sent: Sent = {}) =>
  shell.fetch('POST', '/api/trpc/apiKey.create', { body: { name: 'K' }, ...sent, headers })

async function countKeys(): Promise<number> {
  const reply = await shell.fetch('GET', '/api/trpc/apiKey.list', { token })
  return JSON.parse(await reply.text()).result.data.api_keys.length
}

/** Internal errors; no request of these tests may cause one. */
function faults() {
  return shell.logged.filter(({ level }) => level === 50)
}

describe('the session cookie', () => {
  test('authenticates requests of the console', async () => {
    const reply = await create(own())
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site, says the browser', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site, says the browser', { 'sec-fetch-site': 'same-site' }],
    [
      'our own address without encryption, says the browser',
      { 'sec-fetch-site': 'cross-site', origin: 'own' },
    ],
  ])('does not count on a request of %s', async (_whom, headers) => {
    const before = await countKeys()
    const sent = {
      cookie,
      ...headers,
      ...('origin' in headers && headers.origin === 'own' && { origin: shell.origin }),
    }
    const reply = await create(sent)
    expect(reply.status).toBe(401)
    expect(await countKeys()).toBe(before)
  })

  test('does not authenticate REST requests', async () => {
    const reply = await shell.fetch('GET', '/api/agent', { headers: own() })
    expect(reply.status).toBe(401)
  })

  test.each([
    'parley.session=%',
    'parley.session=%ff%fe',
    'parley.session=',
    'parley.session',
    '=;=;;',
    'a=%',
  ])('%j is no credential and causes no error', async (malformed) => {
    const headers = { ...own(), cookie: malformed }
    expect((await create(headers)).status).toBe(401)
    expect((await shell.fetch('GET', '/api/agent', { headers })).status).toBe(401)
    expect((await shell.fetch('GET', '/api/artifacts/x/y', { headers })).status).toBe(401)
    expect(faults()).toEqual([])
  })

  test('with a name that another host of the domain can set is ignored with TLS', async () => {
    const secure = await openTestShell({ deps: { ...shell.deps, origin: 'https://parley.example' } })
    try {
      const ask = (name: string) =>
        secure.fetch('GET', '/api/trpc/apiKey.list', { headers: { cookie: `${name}=${token}` } })
      expect((await ask('parley.session')).status).toBe(401)
      expect((await ask('__Host-parley.session')).status).toBe(200)
    } finally {
      await secure.close()
    }
  })
})

describe('a body', () => {
  const raw = (body: string, type = 'application/json') =>
    fetch(`${shell.origin}/api/trpc/apiKey.create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    })

  test.each([
    ['that is a form', 'name=K', 'application/x-www-form-urlencoded', 415],
    ['that is a form with files', 'name=K', 'multipart/form-data; boundary=x', 415],
    ['of plain text', '{"name":"K"}', 'text/plain', 415],
    ['of something like JSON', '{"name":"K"}', 'application/json-seq', 415],
    ['that is cut off', '{"name":', 'application/json', 400],
    ['nested too deep', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json', 400],
    [
      'of too many keys',
      `{${Array.from({ length: 10_001 }, (_, key) => `"${key}":1`).join()}}`,
      'application/json',
      400,
    ],
    ['over the cap', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json', 413],
    ['with an object for a text', '{"name":{"contains":""}}', 'application/json', 400],
    ['that is null', 'null', 'application/json', 400],
  ])('%s is refused', async (_what, body, type, status) => {
    const before = await countKeys()
    const reply = await raw(body, type)
    expect(reply.status).toBe(status)
    expect(await reply.text()).not.toMatch(/node_modules|\.ts\b|stack/)
    expect(await countKeys()).toBe(before)
    expect(faults()).toEqual([])
  })

  test('of a page of another origin gets no permission', async () => {
    const reply = await fetch(`${shell.origin}/api/trpc/apiKey.create`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    expect(faults()).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    ['that changes something by GET', 'apiKey.create?input={"name":"K"}', 405],
    ['of no procedure', 'no.such', 404],
    ['of something every object has', '__proto__.toString', 404],
    ['with input that is not JSON', 'agent.get?input={', 400],
    ['with input nested too deep', `agent.get?input=${'['.repeat(5_000)}`, 400],
    ['with the wrong input', 'agent.get?input={"agent_id":7}', 400],
  ])('%s is refused', async (_what, target, status) => {
    const reply = await shell.fetch('GET', `/api/trpc/${target}`, { token })
    expect(reply.status).toBe(status)
    expect(await reply.text()).not.toMatch(/node_modules|\.ts\b|stack/)
    expect(faults()).toEqual([])
  })

  test('of hundreds of calls at once is refused as a whole', async () => {
    const many = Array.from({ length: 500 }, () => 'persona.list').join()
    const reply = await shell.fetch('GET', `/api/trpc/${many}?batch=1&input={}`, { token })
    expect(reply.status).toBe(400)
    expect(faults()).toEqual([])
  })
})
