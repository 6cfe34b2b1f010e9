import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw } from '../testing/raw-connection.ts'
import type { Pages } from './handle-page.ts'

const FAULTY = '/faulty'
const LISTENING = '/listening'
const CALLBACK = '/api/auth/callback/wallet'

/** A fake console that replies with the request and its policy. */
const pages: Pages = async (request, response) => {
  if (request.url === FAULTY) throw new Error('a page that cannot be made')
  // As many listeners as Next.js adds while it streams a page.
  if (request.url === LISTENING) for (let count = 0; count < 8; count++) response.once('close', () => {})
  if (request.method === 'POST') await text(request)
  const policy = request.headers['content-security-policy']
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url, policy }))
}

let shell: TestShell
beforeAll(async () => {
  shell = await openTestShell({ pages, times: { bodyMs: 500, lingerMs: 500 } })
})
afterAll(() => shell.close())

async function open(path: string, headers: Record<string, string> = {}) {
  const reply = await shell.fetch('GET', path, { headers })
  const page: { url?: string; policy?: string } = JSON.parse(await reply.text())
  return { headers: reply.headers, page }
}

test('a page runs under a policy that allows its own nonce and no other origin', async () => {
  const { headers, page } = await open('/chats')
  const policy = headers.get('content-security-policy') ?? ''
  const rules = Object.fromEntries(
    policy.split('; ').map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1).join(' ')]),
  )
  const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1]
  expect(nonce).toBeDefined()
  expect(rules).toMatchObject({
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'connect-src': "'self'",
    'img-src': "'self' data: blob:",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'object-src': "'none'",
  })
  expect(page.policy).toBe(policy)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test.each(['/chats/%ff', '/api/auth/signin/%ff', '/%E0%A4%A'])(
  'a path that cannot be decoded is refused with a sentence before it reaches a page: %s',
  async (path) => {
    const reply = await shell.fetch('GET', path)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toEqual({
      status: 'error',
      message: expect.stringMatching(/invalid percent-encoding/),
    })
  },
)

test('every page has its own nonce, whatever policy the client sends', async () => {
  const policies = await Promise.all(
    Array.from(
      { length: 5 },
      async () => (await open('/', { 'content-security-policy': "script-src 'nonce-mine'" })).page.policy,
    ),
  )
  expect(new Set(policies).size).toBe(5)
  expect(policies.join()).not.toContain('mine')
})

test.each(['/', '/chats', '/agents/1?tab=x', '/api', '/api/auth/session', '/apixyz', '/demo-model/v1'])(
  '%s is handled by the pages',
  async (path) => {
    expect((await open(path)).page.url).toBe(path)
  },
)

test.each([
  '/api/agent',
  '/api/auth/challenge',
  '/api/auth/sign_out',
  '/api/nothing',
  '/api/trpc/agent.list',
  '/healthz',
])('%s does not belong to the pages', async (path) => {
  expect((await open(path)).page).not.toHaveProperty('url')
})

test('a page that fails ends its own request only', async () => {
  const reply = await shell.fetch('GET', FAULTY)
  expect(reply.status).toBe(500)
  expect(await reply.json()).toEqual({ status: 'error', message: 'Something went wrong on our side.' })
  expect(shell.logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'request failed' }))
  expect((await open('/')).page.url).toBe('/')
})

test.each([
  ['with its length', 'content-length: 1048577'],
  ['in chunks', 'transfer-encoding: chunked'],
])('a body too large for a page, %s, reaches no page', async (_, header) => {
  const raw = await openRaw(shell.port)
  raw.send(`POST ${CALLBACK} HTTP/1.1\r\nhost: parley.test\r\nconnection: close\r\n${header}\r\n\r\n`)
  const reply = await raw.closed()
  expect(reply).toMatch(/^HTTP\/1\.1 413 /)
  expect(reply).toContain('"status":"error"')
})

test('a page request whose body does not arrive loses its connection', async () => {
  const raw = await openRaw(shell.port)
  raw.send(`POST ${CALLBACK} HTTP/1.1\r\nhost: parley.test\r\ncontent-length: 100\r\n\r\nhalf`)
  expect(await raw.closed()).not.toContain('200 OK')
  const whole = await shell.fetch('POST', CALLBACK, { body: { message: 'whole' } })
  expect(whole.status).toBe(200)
})

test('the server has no total time for a request: a large upload may take hours', () => {
  expect(shell.shell.server.requestTimeout).toBe(0)
})

test.each(['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'OPTIONS'])(
  '%s of a page or of the sign-in library gets 405 in the documented form',
  async (method) => {
    for (const path of ['/', '/chats', '/api/auth/session', CALLBACK]) {
      const raw = await openRaw(shell.port)
      raw.send(`${method} ${path} HTTP/1.1\r\nhost: parley.test\r\nconnection: close\r\n\r\n`)
      const reply = await raw.closed()
      expect(reply).toMatch(/^HTTP\/1\.1 405 /)
      expect(reply).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i)
      expect(reply).toContain('"status":"error"')
    }
  },
)

test('many listeners for the end of a response cause no leak warning', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  await open(LISTENING)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(warnings).toEqual([])
})
