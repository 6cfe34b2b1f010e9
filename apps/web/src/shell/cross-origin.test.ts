import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'

const APP = 'https://app.example'

let listed: TestShell
let local: TestShell
let closed: TestShell
let token: string
beforeAll(async () => {
  const mounts = {
    '/api/chainapi': async (_: unknown, response: { end: (text: string) => void }) => response.end('{}'),
  }
  listed = await openTestShell({ corsOrigins: new Set([APP]), mounts })
  local = await openTestShell({ corsOrigins: 'loopback' })
  closed = await openTestShell()
  token = await listed.signIn()
})
afterAll(() => Promise.all([listed.close(), local.close(), closed.close()]))

function preflight(shell: TestShell, origin: string, path = '/api/chat/query') {
  return shell.fetch('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type, x-stainless-lang',
    },
  })
}

const allowed = (reply: Response) => reply.headers.get('access-control-allow-origin')

describe('a page of an allowed origin', () => {
  test.each(['/api/chat/query', '/api/v1/chat/completions', '/api/chainapi'])(
    'may send %s, with its credential and without cookies',
    async (path) => {
      const reply = await preflight(listed, APP, path)
      expect(reply.status).toBe(204)
      expect(allowed(reply)).toBe(APP)
      expect(reply.headers.get('access-control-allow-headers')).toBe(
        'authorization, content-type, x-stainless-lang',
      )
      expect(reply.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
      expect(reply.headers.get('vary')).toBe('Origin')
    },
  )

  test('reads replies and failures with their headers', async () => {
    const headers = { origin: APP }
    const reply = await listed.fetch('GET', '/api/agent', { token, headers })
    expect(reply.status).toBe(200)
    expect(allowed(reply)).toBe(APP)
    const failure = await listed.fetch('GET', '/api/agent', { headers })
    expect(failure.status).toBe(401)
    expect(allowed(failure)).toBe(APP)
    expect(failure.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  })

  test('may sign in with a wallet', async () => {
    const body = { wallet: 'none', signature: '0x' }
    const reply = await listed.fetch('POST', '/api/auth/verify', { headers: { origin: APP }, body })
    expect(reply.status).not.toBe(403)
  })

  test('has no access to the console or its calls', async () => {
    for (const path of ['/api/trpc/agent.list', '/', '/metrics', '/healthz'])
      expect(allowed(await preflight(listed, APP, path))).toBeNull()
  })
})

test.each([
  ['an origin that is not listed', () => listed, 'https://other.example'],
  ['a loopback origin where a list is set', () => listed, 'http://localhost:5173'],
  ['an origin of the internet in local mode', () => local, APP],
  ['a name that only begins like loopback', () => local, 'http://localhost.example'],
  ['an opaque origin', () => local, 'null'],
  ['any origin by default', () => closed, 'http://localhost:5173'],
])('%s gets no permission', async (_what, shell, origin) => {
  const reply = await preflight(shell(), origin)
  expect(reply.status).toBe(405)
  expect(allowed(reply)).toBeNull()
})

test.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://app.localhost'])(
  'the loopback origin %s is allowed in local mode',
  async (origin) => {
    const reply = await preflight(local, origin)
    expect(reply.status).toBe(204)
    expect(allowed(reply)).toBe(origin)
  },
)
