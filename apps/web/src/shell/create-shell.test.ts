import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw } from '../testing/raw-connection.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let shell: TestShell
let token: string
beforeAll(async () => {
  shell = await openTestShell()
  token = await shell.signIn()
})
afterAll(() => shell.close())

describe('every reply', () => {
  test('has its own request id and is logged under it', async () => {
    const ids = new Set<string>()
    for (const path of ['/api/persona', '/api/nothing', '/healthz', '/']) {
      const reply = await shell.fetch('GET', path, { token, headers: { 'x-request-id': 'not valid' } })
      await reply.text()
      const id = reply.headers.get('x-request-id') ?? ''
      expect(id).toMatch(UUID)
      ids.add(id)
      await expect
        .poll(() => shell.logged)
        .toContainEqual(expect.objectContaining({ requestId: id, method: 'GET', path, status: reply.status }))
    }
    expect(ids.size).toBe(4)
  })

  test('carries the request id that the client chose, and is logged under it', async () => {
    for (const path of ['/api/agent', '/api/nothing', '/api/v1/models', '/api/artifacts/x', '/healthz']) {
      const chosen = `trace:${path.replaceAll('/', '.')}`
      const reply = await shell.fetch('GET', path, { headers: { 'x-request-id': chosen } })
      await reply.text()
      expect(reply.headers.get('x-request-id')).toBe(chosen)
      await expect
        .poll(() => shell.logged)
        .toContainEqual(expect.objectContaining({ requestId: chosen, path }))
    }
    for (const wrong of ['x'.repeat(129), 'a,b', 'a"b']) {
      const reply = await shell.fetch('GET', '/healthz', { headers: { 'x-request-id': wrong } })
      expect(reply.headers.get('x-request-id')).toMatch(UUID)
    }
  })

  test('forbids content sniffing and referrers', async () => {
    const { headers } = await shell.fetch('GET', '/api/persona', { token })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is logged without credentials, queries and bodies', async () => {
    await shell.fetch('GET', '/api/persona?secret=in-the-query', { token })
    await shell.fetch('POST', '/api/chat/invoke-llm', {
      token,
      headers: { cookie: 'parley.session=in-the-cookie' },
      body: { model_config_id: 1, prompt: 'in-the-body', system_message: '' },
    })
    const lines = JSON.stringify(shell.logged)
    for (const secret of [token, 'in-the-query', 'in-the-cookie', 'in-the-body']) {
      expect(lines).not.toContain(secret)
    }
  })
})

test.each([
  ['GET', '/api/nothing', 404, 'not_found'],
  ['GET', '/nothing', 404, 'not_found'],
  ['GET', '/api/agent', 401, 'unauthenticated'],
  ['GET', '/api/auth/challenge?wallet=me', 400, 'invalid_request'],
  ['PUT', '/api/agent', 405, 'method_not_allowed'],
])('%s %s fails with %i in the documented form', async (method, path, status, code) => {
  const reply = await shell.fetch(method, path)
  expect(reply.status).toBe(status)
  expect(reply.headers.get('x-error-code')).toBe(code)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await reply.json()).toEqual({ status: 'error', message: expect.stringMatching(/^\S.+\.$/) })
})

describe('methods', () => {
  test.each([
    ['OPTIONS', '/api/agent', ['GET', 'HEAD', 'POST']],
    ['DELETE', '/api/chat/query', ['POST']],
    ['PUT', '/api/persona', ['GET', 'HEAD']],
    ['POST', '/api/openapi.json', ['GET', 'HEAD']],
  ])('%s %s names the methods that work', async (method, path, allowed) => {
    const reply = await shell.fetch(method, path, { token })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed)
  })

  test('a preflight of another origin gets no permission', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
    const reply = await shell.fetch('OPTIONS', '/api/chat/query', { headers })
    expect(reply.status).toBe(405)
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('HEAD returns the headers of GET without the body', async () => {
    for (const path of ['/api/persona', '/api/openapi.json', '/api/nothing', '/healthz']) {
      const got = await shell.fetch('GET', path, { token })
      const length = Buffer.byteLength(await got.text())
      const asked = await shell.fetch('HEAD', path, { token })
      expect(asked.status).toBe(got.status)
      expect(asked.headers.get('content-length')).toBe(String(length))
      expect(await asked.text()).toBe('')
    }
    expect((await shell.fetch('HEAD', '/api/chat/query', { token })).status).toBe(405)
  })

  test.each(['TRACE', 'PROPFIND', 'QUERY'])('%s is answered like any other wrong method', async (method) => {
    for (const path of ['/api/agent', '/api/trpc/agent.list']) {
      const reply = await sendUnusual(method, path)
      expect(reply).toMatchObject({ status: 405, code: 'method_not_allowed' })
    }
    expect(shell.logged.filter(({ level }) => level === 50)).toEqual([])
  })
})

/** fetch refuses to send some methods at all. */
async function sendUnusual(method: string, path: string): Promise<{ status?: number; code: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; code: unknown }>()
  sendRequest(`${shell.origin}${path}`, { method }, (reply) => {
    const { statusCode: status = 0, headers } = reply
    text(reply).then(() => resolve({ status, code: headers['x-error-code'] }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

describe('paths', () => {
  test.each([
    '/api/agent/..%2f..%2fetc%2fpasswd',
    '/api/%2e%2e/agent',
    '/api//agent',
    '/api/agent/%ff%fe',
    '/api/agent;x=1',
    '/API/agent',
    '/api/trpc/../agent',
    '//api/agent',
  ])('%s reaches nothing and breaks nothing', async (path) => {
    const raw = await openRaw(shell.port)
    raw.send(`GET ${path} HTTP/1.1\r\nHost: parley.test\r\nConnection: close\r\n\r\n`)
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 40[014] /)
  })

  test('an absolute path of another host is unknown', async () => {
    const raw = await openRaw(shell.port)
    raw.send(
      'GET http://elsewhere.example/api/persona HTTP/1.1\r\nHost: parley.test\r\nConnection: close\r\n\r\n',
    )
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('headers', () => {
  test('headers over 16 KB are refused in the documented form', async () => {
    const raw = await openRaw(shell.port)
    raw.send(`GET /api/persona HTTP/1.1\r\nHost: parley.test\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`)
    const reply = await raw.closed()
    expect(reply).toMatch(/^HTTP\/1\.1 431 /)
    expect(reply).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i)
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 'error' })
  })

  test('headers of 12 KB are accepted', async () => {
    const reply = await shell.fetch('GET', '/api/persona', {
      token,
      headers: { 'x-large': 'a'.repeat(12_000) },
    })
    expect(reply.status).toBe(200)
  })

  test('headers without a host are refused', async () => {
    const raw = await openRaw(shell.port)
    raw.send('GET /api/persona HTTP/1.1\r\n\r\n')
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each(['Basic dXNlcg==', 'Bearer', 'Bearer  ', 'Bearer a b', `Bearer ${'x'.repeat(9000)}`, 'Bearer é'])(
    'with the credential %j give 401',
    async (authorization) => {
      const reply = await shell.fetch('GET', '/api/agent', { headers: { authorization } })
      expect(reply.status).toBe(401)
    },
  )
})

describe('health', () => {
  test('health reports that the process runs, also when the database is unavailable', async () => {
    const away = await openTestShell({ isReady: async () => false })
    try {
      expect((await away.fetch('GET', '/healthz')).status).toBe(200)
      const ready = await away.fetch('GET', '/readyz')
      expect(ready.status).toBe(503)
      expect(await ready.json()).toEqual({ status: 'unavailable' })
    } finally {
      await away.close()
    }
    expect(await (await shell.fetch('GET', '/readyz')).json()).toEqual({ status: 'ok' })
  })
})
