import { scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerWebRequest } from '../rest/answer-web-request.ts'
import { createTestApi, type TestApi } from '../testing.ts'

let database: TestDatabase
let api: TestApi
let agentId: string
let configId: number
let client: OpenAI
let stranger: OpenAI
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  database = await createTestDatabase()
  api = createTestApi(Object.assign(world, { db: database.db }))
  const connect = (apiKey: string) =>
    new OpenAI({
      apiKey,
      baseURL: 'http://parley.test/api/v1',
      maxRetries: 0,
      fetch: (url, init) => answerWebRequest(api.deps, new Request(url, init), () => {}),
    })
  const { token } = await api.signIn()
  client = connect(token)
  stranger = connect((await api.signIn()).token)
  const body = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'Config' }
  configId = (await api.send('POST', '/llm_config', { bearer: token, body })).body.data.id
  const agent = { name: 'Agent', description: 'Knows things.', model_config_id: configId }
  agentId = (await api.send('POST', '/agent', { bearer: token, body: agent })).body.data.agent_id
})
afterAll(() => database.drop())

test('lists agents and configurations', async () => {
  const ids = (await client.models.list()).data.map(({ id }) => id)
  expect(ids).toEqual([agentId, `llm:${configId}`])
  expect((await stranger.models.list()).data).toEqual([])
})

test('asks an agent with a history the client keeps', async () => {
  const usage = { inputTokens: 7, outputTokens: 3 }
  const { model, requests } = scriptedModel([{ text: 'Ada.', reasoning: 'She said so.', usage }])
  world.model = model
  const completion = await client.chat.completions.create({
    model: agentId,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Hello Ada.' },
      { role: 'user', content: [{ type: 'text', text: 'Who am I?' }] },
    ],
  })
  expect(completion.choices[0]).toMatchObject({
    message: { role: 'assistant', content: 'Ada.' },
    finish_reason: 'stop',
  })
  expect(completion.usage).toEqual({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 })
  expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(requests[0]?.messages[0]?.content).toContain('Knows things.')
  expect(requests[0]?.messages[0]?.content).toContain('Be brief.')
})

test('streams a bare model', async () => {
  const deltas = ['For', 'ty'].map((delta) => ({ type: 'text' as const, delta }))
  world.model = scriptedModel([{ text: 'Forty', deltas }]).model
  const stream = await client.chat.completions.create({
    model: `llm:${configId}`,
    messages: [{ role: 'user', content: 'Twice twenty?' }],
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let finish: string | null = null
  let hasUsage = false
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    finish = chunk.choices[0]?.finish_reason ?? finish
    hasUsage ||= chunk.usage != null
  }
  expect({ text, finish, hasUsage }).toEqual({ text: 'Forty', finish: 'stop', hasUsage: true })
})

test('refuses what it cannot do in the form the client knows', async () => {
  const ask = (from: OpenAI, body: object) =>
    from.chat.completions.create({ model: agentId, messages: [{ role: 'user', content: 'Hi' }], ...body })
  await expect(ask(stranger, {})).rejects.toThrow('404')
  await expect(ask(client, { model: 'gpt-4' })).rejects.toThrow('must be the id of an agent')
  await expect(ask(client, { messages: [{ role: 'assistant', content: 'x' }] })).rejects.toThrow('role user')
  const tool = { type: 'function', function: { name: 'f', parameters: {} } }
  await expect(ask(client, { tools: [tool] })).rejects.toThrow('tools are those of the agent')
  client.apiKey = 'wrong'
  await expect(ask(client, {})).rejects.toThrow('401')
})
