import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
let api: TestApi

beforeAll(() => {
  const limits = {
    signInsPerSecond: 0.1,
    signInBurst: 3,
    turnsPerUser: 2,
    monthly: { turns: 2, tokens: 1000, costMicros: null },
  }
  const now = () => new Date('2026-11-22T00:00:00Z')
  api = createTestApi(Object.assign(world, { db: database.db, limits, now }))
})

/** The parameters of each limit, from both fields (draft-ietf-httpapi-ratelimit-headers-10). */
function limitsOf(
  headers: Readonly<Record<string, string>>,
): Record<string, Record<string, number | string>> {
  const limits: Record<string, Record<string, number | string>> = {}
  for (const field of [headers['ratelimit-policy'], headers.ratelimit]) {
    for (const item of (field ?? '').split(', ').filter((text) => text !== '')) {
      const [name = '', ...parameters] = item.split(';')
      expect(name).toMatch(/^"[a-z-]+"$/)
      const pairs = parameters.map((parameter): [string, number | string] => {
        const [key = '', value = ''] = parameter.split('=')
        expect(value).toMatch(/^(?:\d+|"[a-z-]+")$/)
        return [key, value.startsWith('"') ? value.slice(1, -1) : Number(value)]
      })
      limits[name.slice(1, -1)] = { ...limits[name.slice(1, -1)], ...Object.fromEntries(pairs) }
    }
  }
  return limits
}

async function openUser(): Promise<{ token: string; ask: () => ReturnType<TestApi['send']> }> {
  const { token } = await api.signIn()
  const send = (path: string, body: object) => api.send('POST', path, { bearer: token, body })
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await send('/llm_config', config)).body.data
  return { token, ask: () => send('/chat/invoke-llm', { model_config_id: id, prompt: 'Hi' }) }
}

test('a question says what is left of the month and of the answers at once', async () => {
  const { ask } = await openUser()
  world.model = scriptedModel([{ text: 'Hi.', usage: { inputTokens: 7, outputTokens: 3 } }]).model
  const reply = await ask()
  expect(reply.status).toBe(200)
  const month = { w: 2_592_000, t: 777_600 }
  expect(limitsOf(reply.headers)).toEqual({
    'answers-at-once': { q: 2, qu: 'concurrent-requests', r: 1 },
    'turns-per-month': { q: 2, r: 1, ...month },
    'tokens-per-month': { q: 1000, qu: 'tokens', r: 1000, ...month },
  })
})

test('a user who has used the month gets 429 with what is left, and another user does not', async () => {
  const { ask } = await openUser()
  world.model = scriptedModel(['One.', 'Two.', 'Bob.']).model
  await ask()
  expect(limitsOf((await ask()).headers)['turns-per-month']).toMatchObject({ r: 0 })
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('777600')
  expect(limitsOf(refused.headers)['turns-per-month']).toMatchObject({ q: 2, r: 0, t: 777_600 })
  expect((await (await openUser()).ask()).status).toBe(200)
})

test('a client that starts too many sign-ins sees what is left, and then when to try again', async () => {
  const challenge = (clientAddress: string) =>
    api.send('GET', `/auth/challenge?wallet=0x${'ab'.repeat(19)}${clientAddress.slice(-2)}`, {
      clientAddress,
    })
  const left: unknown[] = []
  for (const _ of 'abc') left.push(limitsOf((await challenge('203.0.113.77')).headers)['sign-ins'])
  expect(left).toEqual([2, 1, 0].map((r) => ({ q: 3, w: 30, r, t: 10 })))
  const refused = await challenge('203.0.113.77')
  expect(refused.status).toBe(429)
  const { t } = limitsOf(refused.headers)['sign-ins'] ?? {}
  expect(String(t)).toBe(refused.headers['retry-after'])
  expect((await challenge('203.0.113.78')).status).toBe(200)
})

test('tests of webhooks are limited for each user', async () => {
  const add = async (bearer: string) =>
    (await api.send('POST', '/webhook', { bearer, body: { url: 'https://example.com/hook' } })).body.data
  const { token } = await openUser()
  const { webhook } = await add(token)
  const path = `/webhook/${webhook.webhook_id}/test`
  for (let sent = 0; sent < 10; sent++)
    expect((await api.send('POST', path, { bearer: token })).status).toBe(200)
  const refused = await api.send('POST', path, { bearer: token })
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'You have sent too many test events; wait a few seconds.' },
  })
  expect(limitsOf(refused.headers)['webhook-tests']).toMatchObject({ q: 10, w: 60, r: 0 })
  const { token: other } = await openUser()
  const { webhook: theirs } = await add(other)
  expect((await api.send('POST', `/webhook/${theirs.webhook_id}/test`, { bearer: other })).status).toBe(200)
})

test('an operation without a limit has no such fields', async () => {
  const { headers } = await api.send('GET', '/agent', { bearer: (await openUser()).token })
  expect(limitsOf(headers)).toEqual({})
})
