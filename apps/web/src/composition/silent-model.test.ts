import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { createShell, type Shell } from '../shell/create-shell.ts'
import { freePort } from '../testing/free-port.ts'
import { createClient, type ServiceClient } from '../testing/service-client.ts'
import { type Composition, compose } from './compose.ts'
import { openSandbox } from './open-sandbox.ts'

/** Well before proxies and clients give up, which is after 60 seconds. */
const PATIENCE_MS = 45_000

const database = useTestDatabase()
const silent = createServer(() => {})
const logged: Record<string, unknown>[] = []
let folder: string
let composition: Composition
let shell: Shell
let client: ServiceClient
let token: string
let model: object

beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'parley-silent-model-'))
  const port = await freePort()
  const settings = readSettings({ DATABASE_URL: database.url, PARLEY_DATA_DIR: folder, PORT: String(port) })
  const log = pino({ level: 'warn', base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  composition = await compose(settings, log, openSandbox(settings, log))
  const { deps } = composition
  shell = createShell({ deps, log, inFlightLimit: 100, pages: null, isReady: async () => true })
  shell.server.listen(port, settings.host)
  await once(shell.server, 'listening')
  client = createClient(settings.origin)
  token = await deps.accessTokens.sign(await createTestUser(database.db))
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`
  model = { name: 'Silent', provider: 'ollama', model: 'm', base_url: address }
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await shell.close(0)
  await composition.close()
  await rm(folder, { recursive: true, force: true })
})

// Each of these tests waits long, so they run at the same time.
test.concurrent('a test of a model server that never replies ends with 504, a sentence and no stack in the log', async () => {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const body = { ...model, api_key: '' }
  const reply = await client.fetch('POST', '/api/chat/test', { token, body, signal })
  expect(reply.status).toBe(504)
  expect(await reply.json()).toEqual({
    status: 'error',
    message: 'The model did not answer within 20 seconds. Check its address and whether the model is loaded.',
  })
  expect(JSON.stringify(logged)).not.toContain('stack')
})

test.concurrent.each([
  ['/api/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
  ['/api/v1/responses', { input: 'Hi', store: false }],
])(
  'a stream of %s sends its headers and a comment that keeps it open before the model replies',
  async (path, question) => {
    const { id } = await client.call('POST', '/llm_config', { token, body: model })
    const leave = new AbortController()
    const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(PATIENCE_MS)])
    const body = { model: `llm:${id}`, stream: true, ...question }
    const reply = await client.fetch('POST', path, { token, body, signal })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/)
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of reply.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.includes(': keep-alive\n\n')) break
    }
    expect(text).toContain(': keep-alive\n\n')
    expect(text).not.toMatch(/"error":\{|response\.failed/)
    leave.abort()
  },
)
