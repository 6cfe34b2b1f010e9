import { scriptedModel } from '@parley/agent/testing'
import { buildOpenApi, ENDPOINTS } from '@parley/contract'
import { createTestDeps } from '@parley/core/testing'
import { AppError, type ErrorCode } from '@parley/errors'
import { expect, test } from 'vitest'
import { STATUS } from '../procedure/status.ts'
import { handleRequest } from './handle-request.ts'

// The doors that are no operations of the table, with their methods.
const { paths } = buildOpenApi() as { paths: Record<string, Record<string, { servers?: unknown }>> }
const operations = ENDPOINTS.flatMap(({ method, path }) => (path === null ? [] : [`${method} ${path}`]))
const described = Object.entries(paths).flatMap(([path, item]) =>
  'servers' in item || path === '/chainapi'
    ? []
    : Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
)
const doors = [...new Set([...operations, ...described])].filter((door) => door !== 'GET /openapi.json')
const names = Object.keys(createTestDeps({ db: undefined as never, model: scriptedModel([]).model }))
const codes = Object.keys(STATUS) as ErrorCode[]

/** Dependencies of which every use fails with one code. */
function failing(code: ErrorCode) {
  const fail = () => {
    throw new AppError(code, 'It fails.')
  }
  // Only the use of a dependency fails; a copy of all of them does not.
  const part = new Proxy(fail, { get: fail })
  return Object.fromEntries(names.map((name) => [name, part]))
}

test('there is a door for each operation, and those of other protocols', () => {
  expect(doors.length).toBeGreaterThan(operations.length + 4)
})

test.each(doors)('%s names every failure by its code, and says when a retry helps', async (door) => {
  const [method = '', template = ''] = door.split(' ')
  const path = template.replaceAll(/\{\w+\}/g, '7f8a2c4e-0000-4000-8000-000000000001')
  for (const code of codes) {
    const headers: Record<string, string> = {
      authorization: 'Bearer some-access-token',
      'content-type': 'application/json',
    }
    const request = {
      method,
      path,
      query: new URLSearchParams({ wallet: `0x${'1'.repeat(40)}` }),
      header: (name: string) => headers[name] ?? null,
      sessionToken: null,
      clientAddress: '203.0.113.1',
      body: body(),
      signal: new AbortController().signal,
      onCaller: () => {},
    }
    const known = failing(code) as unknown as Parameters<typeof handleRequest>[0]
    const reply = await handleRequest(known, request, () => {})
    const got = reply.headers['x-error-code']
    // A public operation checks its body before it uses anything.
    if (got !== 'invalid_request') expect([door, got]).toEqual([door, code])
    expect(reply.status).toBe(STATUS[got as ErrorCode])
    expect('retry-after' in reply.headers).toBe([429, 503].includes(reply.status))
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(String(reply.body))).toMatchObject(
      path.startsWith('/v1/') ? { error: { code: got } } : { status: 'error' },
    )
  }
})

async function* body(): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from('{}')
}
