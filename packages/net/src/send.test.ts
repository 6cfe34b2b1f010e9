import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { createEgress, type EgressOptions } from './create-egress.ts'
import { startServer, startTcpServer } from './testing/local-server.ts'

const LIMITS = { replyBytes: 100_000, firstByteMs: 300, idleMs: 300, totalMs: 60_000 }
const egress = open({ limits: { model: LIMITS } })
const { send, fetch } = egress.for('model')
afterAll(() => egress.close())

function open(options: Partial<EgressOptions> = {}) {
  return createEgress({ mode: 'local', allow: [], ownPorts: [], ...options })
}

const SECRETS = { authorization: 'Bearer secret', 'x-api-key': 'secret', cookie: 'secret', 'x-own': 'secret' }
const POST = {
  method: 'POST',
  headers: { 'content-type': 'application/json', ...SECRETS },
  body: '{"prompt":"mine"}',
}
const GET = { method: 'GET', headers: { accept: 'text/plain', ...SECRETS } }

function redirect(status: number, location: string) {
  return (_request: unknown, response: ServerResponse) => {
    response.writeHead(status, { location })
    response.end('elsewhere')
  }
}

describe('redirects', () => {
  test('are followed within an origin with credentials, and a 303 becomes a GET', async () => {
    await using server = await startServer((request, response) => {
      if (request.url === '/end') response.end('hello')
      else redirect(303, '/end')(request, response)
    })
    const reply = await send(`${server.origin}/start`, POST)
    expect(await reply.body.text()).toBe('hello')
    expect(reply.url).toBe(`${server.origin}/end`)
    expect(server.seen[1]).toMatchObject({ method: 'GET', body: '', headers: SECRETS })
    expect(server.seen[1]?.headers['content-type']).toBeUndefined()
  })

  test('with 307 and 308 send the body again within an origin only', async () => {
    for (const status of [307, 308]) {
      await using server = await startServer((request, response) => {
        if (request.url === '/end') response.end('hello')
        else redirect(status, '/end')(request, response)
      })
      await send(`${server.origin}/start`, POST)
      expect(server.seen[1]).toMatchObject({ method: 'POST', body: POST.body })

      await using away = await startServer(redirect(status, `${server.origin}/end`))
      await expect(send(away.origin, POST)).rejects.toThrow(/redirected the request to another origin/)
      expect(server.seen).toHaveLength(2)
    }
  })

  test('to another origin drop credentials and custom headers', async () => {
    await using target = await startServer((_request, response) => response.end('hello'))
    await using server = await startServer(redirect(302, `${target.origin}/x`))
    await send(server.origin, GET)
    const { headers } = target.seen[0] ?? {}
    expect(headers?.accept).toBe('text/plain')
    expect(JSON.stringify(headers)).not.toContain('secret')
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://127.0.0.1:6379/',
    'http://[::ffff:169.254.169.254]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
  ])('to an internal address are refused: %s', async (location) => {
    await using server = await startServer(redirect(302, location))
    await expect(send(server.origin, GET)).rejects.toMatchObject({ name: 'AppError' })
    await expect(send(server.origin, GET)).rejects.not.toThrow(location)
  })

  test('fail after three hops', async () => {
    await using server = await startServer((request, response) => {
      const hop = Number(request.url.slice(1))
      if (hop === 0) response.end('hello')
      else redirect(302, `/${hop - 1}`)(request, response)
    })
    expect(await (await send(`${server.origin}/3`, GET)).body.text()).toBe('hello')
    await expect(send(`${server.origin}/4`, GET)).rejects.toThrow(/too often/)
  })

  test('are returned or refused when the caller asks for it', async () => {
    await using server = await startServer(redirect(302, 'http://169.254.169.254/'))
    expect((await fetch(server.origin, { redirect: 'manual' })).status).toBe(302)
    await expect(fetch(server.origin, { redirect: 'error' })).rejects.toThrow(/redirected/)
  })
})

describe('bodies', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('come decoded from %s', async (encoding, compress) => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(compress(Buffer.from('hello '.repeat(1000))))
    })
    const reply = await send(server.origin, GET)
    expect(await reply.body.text()).toBe('hello '.repeat(1000))
    expect((await fetch(server.origin)).headers.get('content-encoding')).toBeNull()
  })

  test('are counted after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    await using server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(bomb)
    })
    const before = process.memoryUsage().rss
    await expect((await send(server.origin, GET)).body.text()).rejects.toThrow(/sent more than/)
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })

  test('above the cap are refused, in one piece or endless', async () => {
    await using server = await startServer((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    const reply = await send(server.origin, GET)
    await expect(reply.body.text()).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('more than'),
    })
    await until(() => server.openConnections() === 0)
  })

  test('in an encoding that was not requested, or broken, are refused', async () => {
    for (const encoding of ['zstd', 'gzip, gzip', 'gzip']) {
      await using server = await startServer((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding })
        response.end('not gzip')
      })
      const answer = send(server.origin, GET).then((reply) => reply.body.text())
      await expect(answer).rejects.toThrow(
        /sent (its reply in an encoding|a reply that cannot be decompressed)/,
      )
    }
  })

  test.each(['identity', 'gzip'])('pause the connection for a slow reader, in %s', async (encoding) => {
    const roomy = open({ limits: { model: { ...LIMITS, idleMs: 20_000, replyBytes: 64_000_000 } } })
    const piece = randomBytes(50_000)
    const wire = encoding === 'gzip' ? gzipSync(piece) : piece
    const count = 400
    let written = 0
    await using server = await startServer(async (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      for (; written < count; written++) {
        if (!response.write(wire)) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end()
    })
    const reply = await roomy.for('model').send(server.origin, GET)
    await sleep(500)
    expect(written).toBeLessThan(count)
    let bytes = 0
    for await (const chunk of reply.body) bytes += chunk.length
    expect(bytes).toBe(count * piece.length)
    await roomy.close()
  })

  test('that are not fully read release the connection when the rest is short, and close it otherwise', async () => {
    await using short = await startServer((_request, response) => {
      response.write('one')
      setTimeout(() => response.end('two'), 5)
    })
    for (const _time of [1, 2]) {
      for await (const _chunk of (await send(short.origin, GET)).body) break
      await sleep(60)
    }
    expect(short.connections()).toBe(1)

    await using endless = await startServer((_request, response) => response.write('one'))
    for await (const _chunk of (await send(endless.origin, GET)).body) break
    await until(() => endless.openConnections() === 0)
  })
})

describe('slow servers', () => {
  test('time out when they send no head', async () => {
    await using server = await startServer(() => undefined)
    await expect(send(server.origin, GET)).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: 'The model server did not answer in time.',
    })
    await until(() => server.openConnections() === 0)
  })

  test('time out when they stop during the body', async () => {
    await using server = await startServer((_request, response) => response.write('half'))
    await expect((await send(server.origin, GET)).body.text()).rejects.toMatchObject({
      code: 'upstream_timeout',
    })
  })

  test('time out when they send slowly for longer than the total time', async () => {
    await using server = await startServer((_request, response) => {
      const timer = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(timer))
    })
    const hurried = open({ limits: { model: { ...LIMITS, totalMs: 1000 } } })
    const reply = await hurried.for('model').send(server.origin, GET)
    await expect(reply.body.text()).rejects.toMatchObject({ code: 'upstream_timeout' })
    await until(() => server.openConnections() === 0)
    await hurried.close()
  })

  test('fail when they accept the connection and send nothing, also over TLS', async () => {
    await using server = await startTcpServer(() => undefined)
    const hasty = open({ limits: { model: { ...LIMITS, connectMs: 300 } } })
    await expect(hasty.for('model').send(server.origin.replace('http', 'https'), GET)).rejects.toThrow(
      /could not be reached/,
    )
    await hasty.close()
  })
})

describe('broken servers', () => {
  test('that close before or during the reply are retryable', async () => {
    await using early = await startTcpServer((socket) => socket.once('data', () => socket.destroy()))
    await expect(send(early.origin, GET)).rejects.toMatchObject({
      code: 'upstream_failed',
      isRetryable: true,
    })
    await using late = await startTcpServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'))
    })
    await expect((await send(late.origin, GET)).body.text()).rejects.toMatchObject({ isRetryable: true })
  })

  test('that close a kept connection in the moment of a request receive a GET once more, and a POST once only', async () => {
    await using server = await startServer((_request, response) => {
      // The first request of each pair keeps the connection, which the second one finds closed.
      if (server.seen.length % 3 === 2) response.destroy()
      else response.end('hello')
    })
    const read = async (request: typeof GET | typeof POST) => (await send(server.origin, request)).body.text()
    expect([await read(GET), await read(GET)]).toEqual(['hello', 'hello'])
    expect(server.seen).toHaveLength(3)
    expect(await read(GET)).toBe('hello')
    await expect(read(POST)).rejects.toMatchObject({ isRetryable: true })
    expect(server.seen).toHaveLength(5)
  })

  test('that do not use HTTP or TLS are named in the error', async () => {
    await using odd = await startTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    await expect(send(odd.origin, GET)).rejects.toThrow(/does not speak HTTP/)
    await using plain = await startServer((_request, response) => response.end())
    await expect(send(plain.origin.replace('http', 'https'), GET)).rejects.toThrow(/does not use TLS/)
  })
})

describe('signals', () => {
  test('end a request with their reason before it, while waiting and while reading', async () => {
    await using server = await startServer((_request, response) => response.write('half'))
    const reason = new Error('stop')
    await expect(send(server.origin, { ...GET, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.connections()).toBe(0)

    const abort = new AbortController()
    const reply = await send(server.origin, { ...GET, signal: abort.signal })
    const text = reply.body.text()
    abort.abort(reason)
    await expect(text).rejects.toBe(reason)
    await until(() => server.openConnections() === 0)
  })
})

describe('fetch', () => {
  test('returns the response that clients expect', async () => {
    await using server = await startServer((request, response) => {
      response.writeHead(201, {
        'content-type': 'application/json',
        'set-cookie': ['a=1', 'b=2'],
        'x-own': 'y',
      })
      response.end(
        JSON.stringify({ method: request.method, body: request.body, type: request.headers['content-type'] }),
      )
    })
    const response = await fetch(new URL(server.origin), {
      method: 'post',
      body: new URLSearchParams({ a: 'b c' }),
    })
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ status: 201, ok: true, url: `${server.origin}/` })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.clone().json()).toEqual({
      method: 'POST',
      body: 'a=b+c',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    })
    await expect(fetch(new Request(server.origin))).rejects.toThrow(TypeError)
  })

  test('accepts replies without a body', async () => {
    await using server = await startServer((_request, response) => response.writeHead(204).end())
    const response = await fetch(server.origin)
    expect(response.status).toBe(204)
    expect(response.body).toBeNull()
    expect((await fetch(server.origin, { method: 'HEAD' })).ok).toBe(true)
  })

  test('refuses headers that would split a request', async () => {
    await expect(
      send('http://127.0.0.1:8080/', { method: 'GET', headers: { 'x-own': 'a\r\nb: c' } }),
    ).rejects.toThrow(/does not allow/)
  })
})

/** Waits until a condition is true, at most for the time limit of the test. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}
