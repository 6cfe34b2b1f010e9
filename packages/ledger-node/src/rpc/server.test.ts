import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRpcHandler, type RpcServer, startRpcServer } from '../index.ts'
import { defaultNetwork, post } from '../testing/default-network.ts'

const chain = defaultNetwork()
const handle = createRpcHandler(() => chain)
let server: RpcServer

beforeAll(async () => {
  server = await startRpcServer(() => chain, { port: 0 })
})
afterAll(() => server.close())

describe('over HTTP', () => {
  test('a call gets the answer of the handler', async () => {
    const body = '{"jsonrpc":"2.0","method":"chainvm.genesis","id":1}'
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/chainapi?x=1`, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(post(handle, body).body)
  })

  test('other methods, types and paths are refused', async () => {
    const get = await fetch(`${server.url}/chainapi`)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await get.text()).toBe('rpc: POST method required, received GET')
    const text = await fetch(`${server.url}/chainapi`, { method: 'POST', body: '{}' })
    expect([text.status, await text.text()]).toEqual([415, 'rpc: unrecognized Content-Type: text/plain'])
    expect((await fetch(`${server.url}/`, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  test('a notification gets an empty body', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/chainapi`, {
      method: 'POST',
      headers,
      body: '{"jsonrpc":"2.0"}',
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test.each([['with'], ['without']])('a body over the cap is refused %s a declared length', async (how) => {
    const length = 3 * 1024 * 1024
    const framing =
      how === 'with' ? `content-length: ${length}\r\n\r\n` : 'transfer-encoding: chunked\r\n\r\n300000\r\n'
    const reply = await exchange([
      `POST /chainapi HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${framing}`,
      ' '.repeat(length),
    ])
    expect(reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*rpc: request body over 1048576 bytes$/)
  })

  test('a body declared over the cap is refused before any of it came', async () => {
    const reply = await exchange([
      'POST /chainapi HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1048577\r\n\r\n',
    ])
    expect(reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*rpc: request body over 1048576 bytes$/)
  })

  test('a connection that does not speak HTTP gets an error and is closed', async () => {
    expect(await exchange(['\u0000\u0001\r\n\r\n'])).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('an unfinished request does not block other clients', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('POST /chainapi HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{')
    expect((await fetch(`${server.url}/chainapi`)).status).toBe(405)
    socket.destroy()
  })

  test('a port that is taken is an error', async () => {
    const port = Number(new URL(server.url).port)
    await expect(startRpcServer(() => chain, { port })).rejects.toThrow('EADDRINUSE')
  })
})

describe('every input gets a reply', () => {
  const raw = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.json().map((text) => text.slice(0, -1)),
  )
  const params = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom('txId', 'asset', 'address', 'nodeID', 'owner', '__proto__'),
      fc.jsonValue(),
    ),
  )
  const name = fc.oneof(
    fc.string(),
    fc
      .constantFrom(
        'genesis',
        'tx',
        'asset',
        'balance',
        'emissionInfo',
        'allValidators',
        'stakedValidators',
        'validatorStake',
        'userStake',
        'constructor',
      )
      .map((word) => `chainvm.${word}`),
  )
  const request = fc
    .record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
        id: fc.jsonValue(),
        method: fc.oneof(name, fc.jsonValue()),
        params,
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value))

  test('that is a JSON-RPC reply with the id, or an empty body for a notification', () => {
    fc.assert(
      fc.property(fc.oneof(raw, request), (body) => {
        const reply = post(handle, body)
        expect(reply.status).toBe(200)
        const id = idOf(body)
        if (reply.body === '') {
          expect(id ?? null).toBe(null)
          return
        }
        expect(reply.body.endsWith('}\n')).toBe(true)
        const parsed = JSON.parse(reply.body)
        const middle = 'error' in parsed ? 'error' : 'result'
        expect(Object.keys(parsed)).toEqual(['jsonrpc', middle, 'id'])
        if (middle === 'error') expect(Object.keys(parsed.error)).toEqual(['code', 'message', 'data'])
        expect(JSON.stringify(parsed.id)).toBe(JSON.stringify(id ?? null))
      }),
      { numRuns: 3000, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
  })

  test('also for a megabyte of brackets, digits or quotes', () => {
    for (const unit of ['[', '{"a":', '9', '"', '\\', '{"id":']) {
      const body = unit.repeat(Math.floor((1024 * 1024) / unit.length))
      expect(JSON.parse(post(handle, body).body).error.code).toBe(-32700)
    }
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
    const reply = post(
      handle,
      `{"jsonrpc":"2.0","method":"chainvm.tx","params":${deep},"id":${deep.slice(0, 0)}1}`,
    )
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32000 }, id: 1 })
    expect(post(handle, `{"jsonrpc":"2.0","method":"x","id":${deep}}`).body.endsWith(`"id":${deep}}\n`)).toBe(
      true,
    )
  })
})

/** The id in the protocol's reading: an object's own last member of that name. */
function idOf(body: string): unknown {
  try {
    const value = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value.id : null
  } catch {
    return null
  }
}

/** Sends text over a separate connection and returns all received bytes. */
function exchange(parts: string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    // The server may cut the connection while we are still sending.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    for (const part of parts) socket.write(part)
  })
}
