import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { withCompressedChunks } from './with-compressed-chunks.ts'

const SCRIPT = 'console.log("a script")'
const STYLES = 'a { color: red }'
const NAME = '0-ab_c~d.js'
const ADDRESS = `/_next/static/chunks/${NAME}`

const folder = mkdtempSync(join(tmpdir(), 'parley-scripts-'))
let shell: TestShell
beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'))
  writeFileSync(join(folder, 'chunks', `${NAME}.br`), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'chunks', 'styles.css.br'), brotliCompressSync(STYLES))
  writeFileSync(join(folder, 'secret.js.br'), brotliCompressSync('secret'))
  const pages = withCompressedChunks(async (_, response) => void response.end('by Next.js'), folder)
  shell = await openTestShell({ pages })
})
afterAll(async () => {
  await shell.close()
  rmSync(folder, { recursive: true })
})

/** Sends the path as it stands, and reads the body as it arrives. */
async function open(path: string, encoding: string | undefined, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
  request(shell.origin, { path, method, headers }, resolve).on('error', reject).end()
  const reply = await promise
  return { status: reply.statusCode, headers: reply.headers, body: await buffer(reply) }
}

test.each(['br', 'gzip, deflate, br, zstd', 'gzip;q=0.5, br;q=0.9'])(
  'sends the compressed copy of a script to a browser that reads it: %s',
  async (encoding) => {
    const { headers, body } = await open(ADDRESS, encoding)
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=UTF-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT)
  },
)

test('sends the compressed copy of a stylesheet', async () => {
  const { headers, body } = await open('/_next/static/chunks/styles.css', 'br')
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/css; charset=UTF-8' })
  expect(brotliDecompressSync(body).toString()).toBe(STYLES)
})

test.each([undefined, 'gzip', 'br;q=0', 'gzip, br;q=0.0', 'brotli', 'x-br'])(
  'leaves a script to the console for a browser that does not read it: %s',
  async (encoding) => {
    const { headers, body } = await open(ADDRESS, encoding)
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe('by Next.js')
  },
)

test.each([
  '/_next/static/chunks/unknown.js',
  '/_next/static/chunks/../secret.js',
  '/_next/static/chunks/..%2fsecret.js',
  '/_next/static/secret.js',
  '/chats',
])('reads no other file: %s', async (path) => {
  const { body } = await open(path, 'br')
  expect(body.toString()).not.toContain('secret')
  expect(body.toString()).toBe('by Next.js')
})

test('reads a compressed copy once', async () => {
  const path = join(folder, 'chunks', 'once.js.br')
  writeFileSync(path, brotliCompressSync('once'))
  const first = await open('/_next/static/chunks/once.js', 'br')
  rmSync(path)
  const second = await open('/_next/static/chunks/once.js', 'br')
  expect(brotliDecompressSync(second.body).toString()).toBe('once')
  expect(second.headers['content-length']).toBe(first.headers['content-length'])
})

test('answers HEAD without a body', async () => {
  const { status, headers, body } = await open(ADDRESS, 'br', 'HEAD')
  expect(status).toBe(200)
  expect(Number(headers['content-length'])).toBeGreaterThan(0)
  expect(body).toHaveLength(0)
})
