import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { openRaw } from '../testing/raw-connection.ts'

let shell: TestShell
let token: string
beforeAll(async () => {
  shell = await openTestShell({ times: { headersMs: 1_000 } })
  token = await shell.signIn()
})
afterAll(() => shell.close())

const isAlive = async () => (await shell.fetch('GET', '/api/persona', { token })).status === 200

test('two hundred connections that never finish their headers delay no other client and are closed', async () => {
  const beginnings = [
    '',
    'G',
    'GET / HTTP/1.1\r\n',
    'GET /api/persona HTTP/1.1\r\nHost: parley.test\r\nX-Slow: a',
  ]
  const half = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const raw = await openRaw(shell.port)
      raw.send(beginnings[index % beginnings.length] ?? '')
      return raw
    }),
  )
  for (let request = 0; request < 20; request++) expect(await isAlive()).toBe(true)
  const replies = await Promise.all(half.map((raw) => raw.closed()))
  for (const reply of replies) expect(reply).toMatch(/^(HTTP\/1\.1 408 |$)/)
  expect(await isAlive()).toBe(true)
})

test('pipelined requests are answered in order', async () => {
  const raw = await openRaw(shell.port)
  const paths = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0 ? '/api/persona' : `/api/nothing/${index}`,
  )
  const head = `Host: parley.test\r\nAuthorization: Bearer ${token}\r\n`
  raw.send(paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}\r\n`).join(''))
  const statuses = () => [...raw.received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
  await expect.poll(statuses).toHaveLength(paths.length)
  expect(statuses()).toEqual(paths.map((path) => (path === '/api/persona' ? '200' : '404')))
  raw.socket.destroy()
})

const END = 'Host: parley.test\r\n\r\n'

test.each([
  ['noise', '\x00\x01\x02\xff\xfe\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version that does not exist', `GET / HTTP/9.9\r\n${END}`],
  ['two lengths', `POST /api/agent HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n${END}12345`],
  [
    'a length and chunks',
    `POST /api/agent HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`,
  ],
  ['a negative length', `POST /api/agent HTTP/1.1\r\nContent-Length: -5\r\n${END}`],
  [
    'a chunk of no length',
    `POST /api/auth/verify HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${END}zz\r\n`,
  ],
  ['a folded header', `GET / HTTP/1.1\r\nX-A: 1\r\n 2\r\n${END}`],
  ['a header with a bare line feed', `GET / HTTP/1.1\r\nX-A: 1\nX-B: 2\r\n${END}`],
  ['a space in front of the colon', `GET / HTTP/1.1\r\nContent-Length : 3\r\n${END}abc`],
  ['an unknown transfer coding', `POST /api/agent HTTP/1.1\r\nTransfer-Encoding: gzip\r\n${END}`],
  ['NUL in the path', `GET /api/\x00 HTTP/1.1\r\n${END}`],
])('%s ends its connection with one reply, 400', async (_what, bytes) => {
  const raw = await openRaw(shell.port)
  raw.send(bytes)
  const reply = await raw.closed()
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  expect(reply).toContain('"status":"error"')
  expect(reply.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(await isAlive()).toBe(true)
})

test.each([
  ['a tunnel', `CONNECT internal.example:80 HTTP/1.1\r\n${END}`],
  ['another protocol', `GET /api/persona HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${END}`],
  ['an unknown expectation', `POST /api/agent HTTP/1.1\r\nExpect: miracles\r\nContent-Length: 2\r\n${END}{}`],
])('a client that asks for %s gets an ordinary reply or none', async (_what, bytes) => {
  const raw = await openRaw(shell.port)
  raw.send(bytes)
  raw.socket.end()
  expect(await raw.closed()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
  expect(await isAlive()).toBe(true)
})

test('clients that reset their connections at any moment cause no error', async () => {
  const head = `POST /api/llm_config HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\nContent-Length: 50\r\n${END}`
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const raw = await openRaw(shell.port)
      raw.send(head.slice(0, index * 3))
      if (index > 80) raw.send('{"name":')
      await new Promise((resolve) => setTimeout(resolve, index % 7))
      raw.socket.resetAndDestroy()
    }),
  )
  expect(await isAlive()).toBe(true)
  expect(shell.logged.filter(({ level }) => level === 50)).toEqual([])
})
