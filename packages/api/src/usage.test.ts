import { findEvents } from '@parley/core/testing'
import { beforeEach, expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()
const NOW = new Date('2026-11-22T12:00:00Z')
const monthly = {
  turns: null as number | null,
  tokens: null as number | null,
  costMicros: null as number | null,
}

beforeEach(async () => {
  Object.assign(monthly, { turns: null, tokens: null, costMicros: null })
  Object.assign(chat.api.deps.limits, { monthly })
  Object.assign(chat.api.deps, { prices: { asOf: null, prices: [] }, now: () => NOW })
  await chat.api.deps.db.pool.query('delete from usage_months')
})

const usage = async (bearer = chat.alice) => (await chat.api.send('GET', '/usage', { bearer })).body.data
/** Answers with text, having used so many tokens. */
const reply = (text: string, inputTokens: number, outputTokens: number) => ({
  text,
  usage: { inputTokens, outputTokens },
})

test('turns, tokens and cost are counted by model and month, for their user alone', async () => {
  const price = { provider: 'ollama', model: 'm*', input: 2, output: 10 }
  Object.assign(chat.api.deps, { prices: { asOf: '2026-11-01', prices: [price] } })
  const { sessionId, configId, agentId } = await chat.openSession()
  chat.script(reply('One.', 1000, 100), reply('Two.', 500, 50), reply('Three.', 10, 1))
  expect((await chat.ask(sessionId)).status).toBe(200)
  const path = `/chat/run?session_id=${sessionId}`
  const [{ run_id }] = (await chat.api.send('GET', path, { bearer: chat.alice })).body.data.runs
  const stored = await chat.api.deps.db.prisma.run.findUnique({ where: { id: run_id } })
  expect(stored?.costMicros).toBe(3000)
  const post = (path: string, body: object) => chat.api.send('POST', path, { bearer: chat.alice, body })
  await post('/chat/invoke-llm', { model_config_id: configId, prompt: 'Hi' })
  await post('/chat/invoke-agent', { agent_id: agentId, prompt: 'Hi' })
  const amounts = { turns: 3, input_tokens: 1510, output_tokens: 151, cost_usd: 0.00453, unpriced_turns: 0 }
  expect(await usage()).toMatchObject({
    month: '2026-11',
    resets_at: '2026-12-01T00:00:00.000Z',
    used: amounts,
    limits: { turns: null, tokens: null, cost_usd: null },
    models: [{ provider: 'ollama', model: 'm', ...amounts }],
    prices_as_of: '2026-11-01',
  })
  expect((await usage(chat.bob)).used.turns).toBe(0)

  // A later price does not change past costs, and a turn without a price adds nothing to them.
  Object.assign(chat.api.deps, { prices: { asOf: '2026-12-01', prices: [] } })
  chat.script(reply('Four.', 100, 10))
  await chat.ask(sessionId)
  expect((await usage()).used).toMatchObject({ turns: 4, cost_usd: 0.00453, unpriced_turns: 1 })
})

test('a turn beyond the limit of the month is refused before any work, with when it ends, and recorded', async () => {
  const { sessionId } = await chat.openSession()
  monthly.turns = 1
  chat.script(reply('One.', 1, 1))
  expect((await chat.ask(sessionId)).status).toBe(200)
  const before = await chat.history(sessionId)
  const refused = await chat.ask(sessionId)
  expect(refused.status).toBe(429)
  expect(refused.body.message).toBe(
    'You have used your 1 turns of this month; 0 are left. The month ends on 2026-12-01 at 00:00 UTC.',
  )
  expect(refused.headers['retry-after']).toBe(String(8.5 * 86_400))
  expect(await chat.history(sessionId)).toEqual(before)
  const [met] = await findEvents(chat.api.deps, { action: 'limit.met' })
  expect(met).toMatchObject({ outcome: 'rate_limited', detail: { name: 'turns' } })

  const other = await chat.openSession(chat.bob)
  chat.script(reply('Hello.', 1, 1))
  expect((await chat.ask(other.sessionId, 'Hi', chat.bob)).status).toBe(200)
  Object.assign(chat.api.deps, { now: () => new Date('2026-12-01T00:00:00Z') })
  chat.script(reply('Again.', 1, 1))
  expect((await chat.ask(sessionId)).status).toBe(200)
})

test('limits of tokens and of money are met by what was used, and each is named', async () => {
  const { configId } = await chat.openSession()
  Object.assign(chat.api.deps, {
    prices: { asOf: '2026-11-01', prices: [{ provider: 'ollama', model: 'm', input: 1, output: 1 }] },
  })
  const ask = () =>
    chat.api.send('POST', '/chat/invoke-llm', {
      bearer: chat.alice,
      body: { model_config_id: configId, prompt: 'Hi' },
    })
  chat.script(reply('One.', 900, 100))
  await ask()
  monthly.tokens = 1000
  expect((await ask()).body.message).toContain('You have used your 1,000 tokens of this month')
  Object.assign(monthly, { tokens: null, costMicros: 1000 })
  expect((await ask()).body.message).toContain('You have used your $0.00 of this month')
})

test('a limit that is met in the middle of a turn ends it with an answer from what is known', async () => {
  const { sessionId } = await chat.openSession()
  monthly.tokens = 500
  const call = { id: 'a', name: 'create_graph', arguments: '{"sql_results":"x"}' }
  chat.script(
    { ...reply('', 600, 10), toolCalls: [call] },
    reply('Only what I have: nothing was drawn.', 100, 10),
  )
  const answered = await chat.ask(sessionId, 'Draw')
  expect(answered.status).toBe(200)
  const [, answer] = await chat.history(sessionId)
  expect(answer).toMatchObject({ status: 'truncated', content: 'Only what I have: nothing was drawn.' })
  expect((await usage()).used).toMatchObject({ turns: 1, input_tokens: 700 })
})

test('an administrator reads what each person used, and a member does not', async () => {
  const { sessionId } = await chat.openSession()
  chat.script(reply('One.', 5, 6))
  await chat.ask(sessionId)
  expect((await chat.api.send('GET', '/usage/people', { bearer: chat.bob })).status).toBe(403)
  const { token, userId } = await chat.api.signIn()
  await chat.api.deps.db.pool.query(`update users set role = 'administrator' where id = $1`, [userId])
  const { people } = (await chat.api.send('GET', '/usage/people?month=2026-11', { bearer: token })).body.data
  expect(people).toMatchObject([{ turns: 1, input_tokens: 5, output_tokens: 6, unpriced_turns: 1 }])
  expect((await chat.api.send('GET', '/usage/people?month=2026-13', { bearer: token })).status).toBe(400)
})
