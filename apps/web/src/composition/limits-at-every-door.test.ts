import { connectModern } from '@parley/mcp/testing/clients'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Mount } from '../shell/create-shell.ts'
import { openTestShell, type TestShell } from '../testing/open-shell.ts'
import { mountToolServer } from './mount-tool-server.ts'

const MONTH =
  /^You have used your 0 turns of this month; 0 are left\. The month ends on \d{4}-\d{2}-01 at 00:00 UTC\.$/
const STORAGE =
  'Your files would take more than 8 bytes: 5 bytes are left, and this limit does not reset each month. Delete a data source or a chat with files first.'

const mounts: Record<string, Mount> = {}
let shell: TestShell
let alice: string
let bob: string
let sessionId: string
let agentId: string
let configId: number
let unlimited: TestShell['deps']['limits']

beforeAll(async () => {
  shell = await openTestShell({ mounts })
  mounts['/mcp'] = mountToolServer(shell.deps, { origin: shell.deps.origin, mode: 'local' })
  alice = await shell.signIn()
  bob = await shell.signIn()
  sessionId = await shell.openSession(alice)
  const [agent] = (await shell.call('GET', '/agent', { token: alice })).agents
  const [config] = (await shell.call('GET', '/llm_config', { token: alice })).models
  agentId = agent.id
  configId = config.id
  unlimited = { ...shell.deps.limits }
})
afterEach(() => {
  Object.assign(shell.deps.limits, unlimited)
})
afterAll(() => shell.close())

const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
  shell.fetch('POST', path, { token: alice, body, headers })
const query = () => ({ session_id: sessionId, query: 'Hello?' })
/** The headers that pages of the console send. */
const own = () => ({
  cookie: `parley.session=${alice}`,
  origin: shell.origin,
  'sec-fetch-site': 'same-origin',
})

const TURN_DOORS: readonly (readonly [string, () => Promise<Response>])[] = [
  ['a question over REST', () => ask('/api/chat/query', query())],
  [
    'a question over REST as a stream',
    () => ask('/api/chat/query', query(), { accept: 'text/event-stream' }),
  ],
  ['a question in the background', () => ask('/api/chat/query', query(), { prefer: 'respond-async' })],
  ['a stateless question', () => ask('/api/chat/invoke-agent', { agent_id: agentId, prompt: 'Hello?' })],
  ['a model call', () => ask('/api/chat/invoke-llm', { model_config_id: configId, prompt: 'Hello?' })],
  [
    'a chat completion of an OpenAI client',
    () =>
      ask('/api/v1/chat/completions', { model: agentId, messages: [{ role: 'user', content: 'Hello?' }] }),
  ],
  [
    'a streamed chat completion',
    () =>
      ask('/api/v1/chat/completions', {
        model: `llm:${configId}`,
        messages: [{ role: 'user', content: 'Hello?' }],
        stream: true,
      }),
  ],
  ['a response of an OpenAI client', () => ask('/api/v1/responses', { model: agentId, input: 'Hello?' })],
]

test.each(TURN_DOORS)(
  '%s beyond the limit of the month says what is left and when the month ends',
  async (_door, knock) => {
    Object.assign(shell.deps.limits, { monthly: { turns: 0, tokens: null, costMicros: null } })
    const reply = await knock()
    const secondsLeft = Number(reply.headers.get('retry-after'))
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([429, 'rate_limited'])
    expect(secondsLeft).toBeGreaterThan(0)
    expect(secondsLeft).toBeLessThanOrEqual(31 * 86_400)
    expect(sentenceOf(await reply.json())).toMatch(MONTH)
  },
)

test('a question of the console beyond the limit of the month says what is left and when the month ends', async () => {
  Object.assign(shell.deps.limits, { monthly: { turns: 0, tokens: null, costMicros: null } })
  const reply = await shell.fetch('POST', '/api/trpc/chat.query', { body: query(), headers: own() })
  expect(reply.status).toBe(429)
  expect(sentenceOf(await reply.json())).toMatch(MONTH)
})

test('an MCP client that asks an agent beyond the limit of the month reads what is left and when the month ends', async () => {
  const client = await connectModern(`${shell.origin}/mcp`, alice)
  const question = { name: 'ask_a', arguments: { question: 'Hello?' } }
  shell.script('Here I am.')
  expect((await client.callTool(question)).isError).toBeFalsy()
  Object.assign(shell.deps.limits, { monthly: { turns: 0, tokens: null, costMicros: null } })
  const { isError, content } = await client.callTool(question)
  expect(isError).toBe(true)
  expect(Object(content)[0].text).toMatch(MONTH)
  await client.close()
})

const csv = { name: 'four', format: 'csv', content: 'a\n123\n456\n' }
const form = () => {
  const body = new FormData()
  body.append('file', new Blob([csv.content], { type: 'text/csv' }), 'four.csv')
  return body
}
const send = (headers: Record<string, string>) =>
  fetch(`${shell.origin}/api/data_source`, { method: 'POST', body: form(), headers })

const UPLOAD_DOORS: readonly (readonly [string, () => Promise<Response>])[] = [
  ['a file in JSON', () => ask('/api/data_source', csv)],
  ['a file in a form', () => send({ authorization: `Bearer ${alice}` })],
  ['a file from a page of the console', () => send(own())],
]

test.each(UPLOAD_DOORS)('%s beyond the storage of its person says what is left', async (_door, upload) => {
  const { quotas } = unlimited
  Object.assign(shell.deps.limits, { quotas: { ...quotas, storageBytes: 100 } })
  const kept = await shell.call('POST', '/data_source', { token: alice, body: { ...csv, content: 'a\n1' } })
  const before = await countMet()
  Object.assign(shell.deps.limits, { quotas: { ...quotas, storageBytes: 8 } })
  const reply = await upload()
  expect([reply.status, reply.headers.get('x-error-code')]).toEqual([413, 'too_large'])
  expect(sentenceOf(await reply.json())).toBe(STORAGE)
  expect(await countMet()).toBe(before + 1)
  const theirs = await shell.call('POST', '/data_source', { token: bob, body: { ...csv, content: 'a\n1' } })
  await shell.call('DELETE', `/data_source/${theirs.id}`, { token: bob })
  await shell.call('DELETE', `/data_source/${kept.id}`, { token: alice })
})

/** Returns the sentence of a refusal: from the envelope of REST, or from the error of OpenAI clients and tRPC. */
function sentenceOf(body: unknown): string {
  const { message, error } = Object(body)
  return String(message ?? error?.message)
}

/** Counts the recorded refusals for want of storage. */
async function countMet(): Promise<number> {
  const { rows } = await shell.deps.db.pool.query(
    `select count(*)::int as count from events where action = 'limit.met' and outcome = 'too_large'`,
  )
  return rows[0].count
}
