import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw } from '../testing/raw-connection.ts'

const DOORS = [
  '/',
  '/api/persona',
  '/api/trpc/persona.list',
  '/api/auth/session',
  '/api/chainapi',
  '/mcp',
  '/demo-model/v1/models',
  '/metrics',
]

let shell: TestShell
beforeAll(async () => {
  shell = await openTestShell({
    hosts: ['parley.internal'],
    metricsAccess: 'all',
    pages: async (_, response) => void response.end('a page'),
    mounts: {
      '/mcp': async (_, response) => void response.end('a mount'),
      '/demo-model': async (_, response) => void response.end('a mount'),
      '/api/chainapi': async (_, response) => void response.end('a mount'),
    },
  })
})
afterAll(() => shell.close())

async function send(lines: string[]): Promise<string> {
  const raw = await openRaw(shell.port)
  raw.send(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  return raw.closed()
}

describe.each(DOORS)('%s', (path) => {
  test.each(['attacker.example', 'attacker.example:3000', 'parley.test.attacker.example', 'xlocalhost'])(
    'refuses the host %s, also when that name resolves to this machine',
    async (host) => {
      const reply = await send([`GET ${path} HTTP/1.1`, `Host: ${host}`])
      expect(reply).toMatch(/^HTTP\/1\.1 403 /)
      expect(reply).toContain('"status":"error"')
    },
  )

  test.each(['a b', 'a/b', '[::1', 'user@parley.test', 'parley.test:99999999', ''])(
    'refuses the malformed host "%s"',
    async (host) => {
      const reply = await send([`GET ${path} HTTP/1.1`, `Host: ${host}`])
      expect(reply).toMatch(/^HTTP\/1\.1 400 /)
      expect(reply).toContain('"status":"error"')
    },
  )

  test.each([
    'parley.test',
    'PARLEY.test:8080',
    'parley.internal',
    'localhost:3000',
    'app.localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.1.20:3000',
  ])('answers for the host %s', async (host) => {
    const reply = await send([`GET ${path} HTTP/1.1`, `Host: ${host}`])
    expect(reply).not.toMatch(/^HTTP\/1\.1 40[03] /)
  })

  test('refuses a change from a page of another origin without a credential', async () => {
    if (path === '/metrics' || path.startsWith('/api/trpc')) return
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: parley.test',
      'Content-Length: 2',
      'Content-Type: text/plain',
    ]
    for (const origin of ['https://attacker.example', 'null', 'http://parley.test:81']) {
      const raw = await openRaw(shell.port)
      raw.send(`${[...head, `Origin: ${origin}`].join('\r\n')}\r\nConnection: close\r\n\r\n{}`)
      expect(await raw.closed()).toMatch(/^HTTP\/1\.1 403 /)
    }
    const own = await openRaw(shell.port)
    own.send(`${[...head, 'Origin: http://parley.test'].join('\r\n')}\r\nConnection: close\r\n\r\n{}`)
    expect(await own.closed()).not.toMatch(/^HTTP\/1\.1 403 /)
  })
})

test('a request without a Host header is refused in the documented form', async () => {
  const reply = await send(['GET /api/persona HTTP/1.1'])
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  expect(reply).toContain('"status":"error"')
})

test('health checks may use any name', async () => {
  expect(await send(['GET /healthz HTTP/1.1', 'Host: probe.internal'])).toMatch(/^HTTP\/1\.1 200 /)
})
