import { findEvents } from '@parley/core/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()
let admin: string
let alice: string

beforeAll(async () => {
  const { token, userId } = await chat.api.signIn()
  admin = token
  await chat.api.deps.db.pool.query(`update users set role = 'administrator' where id = $1`, [userId])
  const idOf = async (bearer: string) =>
    (await chat.api.send('GET', '/account', { bearer })).body.data.parley_uuid
  alice = await idOf(chat.alice)
})
beforeEach(async () => {
  await chat.api.deps.db.pool.query('delete from usage_months')
  await chat.api.deps.db.pool.query('update users set limits = null')
})

const set = (id: string, body: object, bearer = admin) =>
  chat.api.send('PATCH', `/user/${id}/limits`, { bearer, body })
const read = async (id: string) =>
  (await chat.api.send('GET', `/user/${id}/limits`, { bearer: admin })).body.data
const usage = async (bearer: string) => (await chat.api.send('GET', '/usage', { bearer })).body.data
const NONE = { turns: null, tokens: null, cost_usd: null, storage_bytes: null }

test('limits of one person count from the next request on, by session and by API key, and are seen by both', async () => {
  const { sessionId } = await chat.openSession()
  const other = await chat.openSession(chat.bob)
  const key = await chat.api.send('POST', '/apikeys', { bearer: chat.alice, body: { name: 'K' } })
  chat.script('One.', 'Two.', 'Three.', 'Four.')
  expect((await chat.ask(sessionId)).status).toBe(200)

  const changed = await set(alice, { turns: 1, cost_usd: 2.5 })
  expect(changed.body.data).toMatchObject({
    parley_uuid: alice,
    own: { ...NONE, turns: 1, cost_usd: 2.5 },
    limits: { turns: 1, tokens: null, cost_usd: 2.5 },
    used: { turns: 1 },
  })
  const mine = await usage(chat.alice)
  expect(mine.limits).toEqual({ turns: 1, tokens: null, cost_usd: 2.5 })
  expect(mine.set_for_me).toEqual(['turns', 'cost_usd'])
  for (const bearer of [chat.alice, key.body.data.secret]) {
    const refused = await chat.ask(sessionId, 'More?', bearer)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^You have used your 1 turns of this month; 0 are left\./),
    ])
  }
  expect((await chat.ask(other.sessionId, 'Hi', chat.bob)).status).toBe(200)
  expect((await usage(chat.bob)).set_for_me).toEqual([])

  // null gives the limit of every user back; a field that is left out stays.
  expect((await set(alice, { turns: null })).body.data.own).toEqual({ ...NONE, cost_usd: 2.5 })
  expect((await chat.ask(sessionId)).status).toBe(200)
  expect((await set(alice, { cost_usd: null })).body.data.own).toEqual(NONE)
  expect((await read(alice)).own).toEqual(NONE)
})

test('a personal limit may be above that of every user, and a token limit ends a turn in its middle with what it has', async () => {
  const { limits } = chat.api.deps
  const { monthly } = limits
  Object.assign(limits, { monthly: { ...monthly, turns: 0 } })
  try {
    const { sessionId } = await chat.openSession()
    expect((await chat.ask(sessionId)).status).toBe(429)
    await set(alice, { turns: 5, tokens: 100 })
    const call = { name: 'create_graph', arguments: { sql_results: '1', chart_spec: '{}' } }
    chat.script(
      { toolCalls: [call], usage: { inputTokens: 100, outputTokens: 20 } },
      { text: 'As far as I came.', usage: { inputTokens: 1, outputTokens: 1 } },
    )
    const answered = await chat.ask(sessionId)
    expect(answered.status).toBe(200)
    expect(answered.body.data.status).toBe('truncated')
    expect((await chat.ask(sessionId)).status).toBe(429)
  } finally {
    Object.assign(limits, { monthly })
  }
})

test('storage of one person is limited apart, and events name what was set', async () => {
  const upload = (bearer: string, name: string) =>
    chat.api.send('POST', '/data_source', { bearer, body: { name, format: 'csv', content: 'a\n1\n22\n' } })
  await set(alice, { storage_bytes: 3 })
  expect((await upload(chat.alice, 'large')).status).toBe(413)
  expect((await upload(chat.bob, 'large')).status).toBe(200)
  expect((await usage(chat.alice)).storage_bytes.limit).toBe(3)
  const [event] = await findEvents(chat.api.deps, { action: 'user.updateLimits' })
  expect(event).toMatchObject({ outcome: 'ok', detail: { storage_bytes: '3' } })
})

test('impossible limits, missing people, members and API keys are refused', async () => {
  for (const body of [
    { turns: -1 },
    { turns: 1.5 },
    { tokens: 'many' },
    { cost_usd: -0.1 },
    { storage_bytes: 1e300 },
  ])
    expect([body, (await set(alice, body)).status]).toEqual([body, 400])
  expect((await read(alice)).own).toEqual(NONE)
  for (const id of ['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-000000000001']) {
    expect((await set(id, { turns: 1 })).status).toBe(404)
    expect((await chat.api.send('GET', `/user/${id}/limits`, { bearer: admin })).status).toBe(404)
  }
  expect((await set(alice, { turns: 1_000_000 }, chat.alice)).status).toBe(403)
  const key = await chat.api.send('POST', '/apikeys', { bearer: admin, body: { name: 'K' } })
  expect((await set(alice, { turns: 1 }, key.body.data.secret)).status).toBe(403)
})
