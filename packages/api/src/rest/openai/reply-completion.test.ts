import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import OpenAI from 'openai'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../../testing.ts'
import { handleWebRequest } from '../handle-web-request.ts'

const database = useTestDatabase()
let api: TestApi
let agentId: string
let configId: number
let client: OpenAI
let stranger: OpenAI
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  const connect = (apiKey: string) =>
    new OpenAI({
      apiKey,
      baseURL: 'http://parley.test/api/v1',
      maxRetries: 0,
      fetch: (url, init) => handleWebRequest(api.deps, new Request(url, init), () => {}),
    })
  const { token } = await api.signIn()
  client = connect(token)
  stranger = connect((await api.signIn()).token)
  const body = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'Config' }
  configId = (await api.send('POST', '/llm_config', { bearer: token, body })).body.data.id
  const agent = { name: 'Agent', description: 'Knows things.', model_config_id: configId }
  agentId = (await api.send('POST', '/agent', { bearer: token, body: agent })).body.data.agent_id
})

test('lists agents and configurations', async () => {
  const ids = (await client.models.list()).data.map(({ id }) => id)
  expect(ids).toEqual([agentId, `llm:${configId}`])
  expect((await stranger.models.list()).data).toEqual([])
})

test('retrieves an agent and a configuration as a model, for their owner alone', async () => {
  for (const id of [agentId, `llm:${configId}`]) {
    expect(await client.models.retrieve(id)).toMatchObject({ id, object: 'model', owned_by: 'parley' })
    await expect(stranger.models.retrieve(id)).rejects.toThrow('404 There is no model with this id.')
  }
  await expect(client.models.retrieve('gpt-4')).rejects.toThrow('404')
  await expect(client.models.retrieve('../%zz')).rejects.toThrow('404')
})

test('asks an agent with the history that the client sends', async () => {
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

test('sends headers and the first chunk before the model sends any text', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { model } = scriptedModel(['Late.'])
  world.model = async function* (request) {
    await gate
    return yield* model(request)
  }
  const stream = await client.chat.completions.create({
    model: `llm:${configId}`,
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  })
  const chunks = stream[Symbol.asyncIterator]()
  expect((await chunks.next()).value?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
  open()
  let text = ''
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    text += next.value.choices[0]?.delta.content ?? ''
  expect(text).toBe('Late.')
})

test('reports a model that fails after the headers inside the stream', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  world.model = async function* () {
    await gate
    yield* []
    throw new AppError('upstream_failed', 'The model refused the request.')
  }
  const stream = await client.chat.completions.create({
    model: `llm:${configId}`,
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  })
  open()
  const read = async () => {
    for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk')
  }
  await expect(read()).rejects.toThrow('The model refused the request.')
})

test.each<[string, object, string]>([
  ['stop words', { stop: ['\n'] }, 'stop'],
  ['more than one answer', { n: 2 }, 'n'],
  ['a JSON answer', { response_format: { type: 'json_object' } }, 'response_format'],
  ['functions and a seed', { functions: [{ name: 'f' }], seed: 1 }, 'functions, seed'],
  ['a parameter of a later version', { think_twice: true, constructor: 1 }, 'think_twice, constructor'],
])('refuses %s instead of ignoring it', async (_what, body, names) => {
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const request = client.chat.completions.create({ model: agentId, messages, ...body })
  await expect(request).rejects.toThrow(`This service does not support ${names}. Leave it out.`)
})

test.each<[string, () => string]>([
  ['an agent', () => agentId],
  ['a configuration', () => `llm:${configId}`],
])('gives the parameters of a request to the model of %s', async (_what, modelOf) => {
  const { openModel } = api.deps
  const params: unknown[] = []
  Object.assign(api.deps, {
    openModel: (config: Parameters<typeof openModel>[0]) => {
      params.push(config.params)
      return openModel(config)
    },
  })
  world.model = scriptedModel(['Warm.']).model
  await client.chat.completions.create({
    model: modelOf(),
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 0.25,
    top_p: 0.5,
    max_completion_tokens: 77,
  })
  Object.assign(api.deps, { openModel })
  expect(params).toEqual([{ temperature: 0.25, topP: 0.5, maxTokens: 77 }])
})

test('accepts parameters without an effect, and null', async () => {
  world.model = scriptedModel(['Fine.']).model
  const completion = await client.chat.completions.create({
    model: agentId,
    messages: [{ role: 'user', content: 'Hi' }],
    n: 1,
    stop: null,
    tools: [],
    presence_penalty: 0,
    response_format: { type: 'text' },
    user: 'alice',
  })
  expect(completion.choices[0]?.message.content).toBe('Fine.')
})

test("refuses unsupported requests with errors in OpenAI's form", async () => {
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
