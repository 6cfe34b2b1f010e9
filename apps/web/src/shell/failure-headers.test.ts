import { AppError } from '@parley/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw } from '../testing/raw-connection.ts'

let shell: TestShell
let leaving: TestShell
beforeAll(async () => {
  const fails = async () => {
    throw new AppError('unavailable', 'It fails.')
  }
  shell = await openTestShell({ isReady: async () => false, mounts: { '/failing': fails } })
  leaving = await openTestShell({ inFlightLimit: 0 })
})
afterAll(async () => {
  await shell.close()
  await leaving.close()
})

type Sent = readonly [method: string, path: string, headers?: Record<string, string>]

const FAILURES: readonly [what: string, status: number, code: string, ...Sent][] = [
  ['an unknown path', 404, 'not_found', 'GET', '/api/nothing'],
  ['a page that is missing', 404, 'not_found', 'GET', '/nothing'],
  ['metrics without access', 404, 'not_found', 'GET', '/metrics'],
  ['readiness of a service that is not ready', 503, 'unavailable', 'GET', '/readyz'],
  ['a path of another protocol', 503, 'unavailable', 'GET', '/failing'],
  ['a model without a credential', 401, 'unauthenticated', 'GET', '/api/v1/models'],
  ['a page of another origin', 403, 'forbidden', 'POST', '/api/agent', { origin: 'https://evil.example' }],
]

test.each(FAILURES)(
  '%s has status %i and the code %s',
  async (_what, status, code, method, path, headers) => {
    const reply = await shell.fetch(method, path, { headers: headers ?? {} })
    await reply.text()
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([status, code])
    expect(reply.headers.get('x-request-id')).toMatch(/\S/)
    expect(reply.headers.has('retry-after')).toBe(status === 503)
  },
)

test('a service without room names the code and the time to wait', async () => {
  const reply = await leaving.fetch('GET', '/api/persona', {})
  await reply.text()
  expect([reply.status, reply.headers.get('x-error-code')]).toEqual([503, 'unavailable'])
  expect(reply.headers.get('retry-after')).toMatch(/^[1-3]$/)
})

test.each([
  ['bytes that are no HTTP', 'nonsense\r\n\r\n'],
  [
    'a host of another installation',
    'GET /api/agent HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
  ],
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`],
])('%s have a code and a request id', async (_what, bytes) => {
  const raw = await openRaw(shell.port)
  raw.send(bytes)
  const reply = await raw.closed()
  expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(reply).toMatch(/\r\nx-error-code: \w+\r\n/i)
  expect(reply).toMatch(/\r\nx-request-id: \S+\r\n/i)
})
