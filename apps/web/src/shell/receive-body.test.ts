import { execFile, spawnSync } from 'node:child_process'
import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw, type RawConnection } from '../testing/raw-connection.ts'

const MEGABYTE = 1_048_576

let shell: TestShell
let token: string
beforeAll(async () => {
  shell = await openTestShell({ times: { bodyIdleMs: 300, bodyMs: 900, lingerMs: 400 } })
  token = await shell.signIn()
})
afterAll(() => shell.close())

function hasPython(): boolean {
  return spawnSync('python3', ['-c', 'import urllib.request']).status === 0
}

function head(length: number | 'chunked', { path = '/api/llm_config', bearer = token } = {}): string {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  return `POST ${path} HTTP/1.1\r\nHost: parley.test\r\nContent-Type: application/json\r\nAuthorization: Bearer ${bearer}\r\n${framing}\r\n\r\n`
}

/** The statuses of all replies on a connection. */
function statuses(raw: RawConnection): number[] {
  return [...raw.received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

const ping = () => `GET /healthz HTTP/1.1\r\nHost: parley.test\r\n\r\n`

describe('a body over the cap', () => {
  test.each(['with its length', 'in chunks'])(
    'gets its 413 while it is still being sent, %s',
    async (how) => {
      const raw = await openRaw(shell.port)
      raw.send(head(how === 'in chunks' ? 'chunked' : 3 * MEGABYTE))
      const piece = 'a'.repeat(MEGABYTE / 2)
      const framed = how === 'in chunks' ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece
      for (let sent = 0; sent < 3; sent++) raw.send(framed)
      await expect.poll(() => statuses(raw)).toEqual([413])
      expect(raw.received()).toContain('"status":"error"')
      expect(raw.received()).toContain('X-Error-Code: too_large'.toLowerCase())
      raw.socket.destroy()
    },
  )

  test.each(['/api/llm_config', '/api/trpc/persona.create'])(
    'is refused by its length before any byte of it has arrived, at %s',
    async (path) => {
      const raw = await openRaw(shell.port)
      raw.send(head(3 * MEGABYTE, { path }))
      await expect.poll(() => statuses(raw)).toEqual([413])
      raw.socket.destroy()
    },
  )

  test('does not delay the next request on its connection', async () => {
    const raw = await openRaw(shell.port)
    raw.send(head(2 * MEGABYTE) + 'a'.repeat(2 * MEGABYTE) + ping())
    await expect.poll(() => statuses(raw)).toEqual([413, 200])
    raw.socket.destroy()
  })

  test('gets its 413, also for a client that closes its side and sends everything first', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const body = Buffer.alloc(8 * MEGABYTE, 'a')
    const headers = { connection: 'close', 'content-type': 'application/json', 'content-length': body.length }
    const sent = sendRequest(
      {
        port: shell.port,
        host: '127.0.0.1',
        path: '/api/auth/verify',
        method: 'POST',
        agent: false,
        headers,
      },
      (reply) => text(reply).then((received) => resolve(`${reply.statusCode} ${received}`), reject),
    )
    sent.on('error', reject).end(body)
    expect(await promise).toMatch(/^413 \{"status":"error"/)
  })

  // Skipped where the system has no Python.
  test.runIf(hasPython())('gets its 413 with Python, which sends everything before it reads', async () => {
    const script = [
      'import sys, urllib.request, urllib.error',
      "sent = urllib.request.Request(sys.argv[1], data=b'a' * 8388608, headers={'Content-Type': 'application/json'})",
      'try:',
      '  urllib.request.urlopen(sent, timeout=60)',
      'except urllib.error.HTTPError as refusal:',
      "  print(refusal.code, refusal.headers['Connection'], refusal.read().decode())",
    ].join('\n')
    const address = `${shell.origin}/api/auth/verify`
    const { stdout } = await promisify(execFile)('python3', ['-c', script, address])
    expect(stdout).toMatch(/^413 close \{"status":"error"/)
  })

  test('that never ends loses its connection', async () => {
    const raw = await openRaw(shell.port)
    raw.send(head('chunked'))
    const piece = `10000\r\n${'a'.repeat(65_536)}\r\n`
    const sending = setInterval(() => raw.send(piece), 5)
    const reply = await raw.closed()
    clearInterval(sending)
    expect(reply).toMatch(/^HTTP\/1\.1 413 /)
  })
})

test('a body of a refused request does not delay the next request on its connection', async () => {
  const raw = await openRaw(shell.port)
  raw.send(`${head(5, { bearer: 'unknown' })}12345${ping()}`)
  await expect.poll(() => statuses(raw)).toEqual([401, 200])
  raw.socket.destroy()
})

test('a body of exactly the cap is read', async () => {
  const body = JSON.stringify({ name: '' })
  const padded = `${body.slice(0, -2)}${'x'.repeat(MEGABYTE - body.length)}"}`
  const raw = await openRaw(shell.port)
  raw.send(head(padded.length) + padded)
  // Not 413: the name is too long, not the body.
  await expect.poll(() => statuses(raw)).toEqual([400])
  raw.socket.destroy()
})

describe('a body that never arrives completely', () => {
  test('gets 400', async () => {
    const raw = await openRaw(shell.port)
    raw.send(`${head(100)}{"name"`)
    const reply = await raw.closed()
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(reply).toContain('did not arrive')
  })

  test('and sends one byte after another gets 400', async () => {
    const raw = await openRaw(shell.port)
    raw.send(head(1000))
    const dripping = setInterval(() => raw.send('a'), 100)
    const reply = await raw.closed()
    clearInterval(dripping)
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('stores nothing', async () => {
    const raw = await openRaw(shell.port)
    const body = JSON.stringify({ provider: 'openai', model: 'm', name: 'half', api_key: 'k' })
    raw.send(head(body.length + 1) + body)
    await expect.poll(() => shell.logged.length).toBeGreaterThan(0)
    raw.socket.destroy()
    const { models } = await shell.call('GET', '/llm_config', { token })
    expect(models).toEqual([])
  })
})

test('a body in many small pieces arrives whole', async () => {
  const body = JSON.stringify({ provider: 'openai', model: 'm', name: 'pieces', api_key: 'k' })
  const raw = await openRaw(shell.port)
  raw.send(head(body.length))
  for (const letter of body) {
    raw.send(letter)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => statuses(raw)).toEqual([200])
  raw.socket.destroy()
})
