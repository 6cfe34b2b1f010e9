import { scriptedModel } from '@parley/agent/testing'
import { LIMITS } from '@parley/contract'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { router } from '../router.ts'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string

beforeAll(async () => {
  const quotas = {
    storageBytes: 20,
    dataSources: 2,
    llmConfigs: 1,
    agents: 1,
    sessions: 1,
    apiKeys: 1,
    personas: 1,
    webhooks: 1,
    definitions: 1,
  }
  api = createTestApi({ db: database.db, model: scriptedModel([]).model, limits: { quotas } })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})

const post = (path: string, body: object, bearer = alice) => api.send('POST', path, { bearer, body })
const file = (name: string, content: string) => ({ name, format: 'csv', content })
const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }

test('a user who has as many records as a user can keep is refused with a sentence, and another user is not', async () => {
  const { id } = (await post('/llm_config', config)).body.data
  const agent = { name: 'A', model_config_id: id, tools: [] }
  const { agent_id } = (await post('/agent', agent)).body.data
  const created: [string, object, string][] = [
    ['/llm_config', config, 'LLM configurations'],
    ['/agent', agent, 'agents'],
    ['/chat/session/new', { name: 'S', agent_id }, 'sessions'],
  ]
  await post('/chat/session/new', { name: 'S', agent_id })
  for (const [path, body, records] of created) {
    const refused = await post(path, body)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      `You have 1 ${records}, the most that a user can keep; delete one first.`,
    )
  }
  expect((await post('/llm_config', config, bob)).status).toBe(200)
})

test('files beyond the storage quota of a user are refused, and accepted again after a deletion', async () => {
  const { id } = (await post('/data_source', file('one', 'a\n123456789\n'))).body.data
  const refused = await post('/data_source', file('two', 'a\n123456789\n'))
  expect(refused.status).toBe(413)
  expect(refused.body.message).toMatch(
    /^Your files would take more than .* Delete a data source or a chat with files first\.$/,
  )
  expect((await post('/data_source', file('two', 'a\n123456789\n'), bob)).status).toBe(200)
  await api.send('DELETE', `/data_source/${id}`, { bearer: alice })
  expect((await post('/data_source', file('two', 'a\n123456789\n'))).status).toBe(200)
})

test('the third data source of a user who can keep two is refused', async () => {
  const { token } = await api.signIn()
  for (const name of ['one', 'two'])
    expect((await post('/data_source', file(name, 'a'), token)).status).toBe(200)
  expect(await post('/data_source', file('three', 'a'), token)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('data sources') },
  })
})

test('parameters of a configuration beyond their limit are refused', async () => {
  const { token } = await api.signIn()
  const params = { note: 'x'.repeat(LIMITS.paramsLength) }
  const refused = await post('/llm_config', { ...config, params }, token)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(/params.*at most 16000 characters/)
})

test('API keys and personas beyond the quota of a user are refused with a sentence, and another user is not', async () => {
  const caller = (bearer: string) =>
    router.createCaller({
      deps: api.deps,
      bearer,
      signal: new AbortController().signal,
      idempotencyKey: null,
    })
  const persona = { name: 'Pirate', description: 'Arr.', instructions: 'Talk like a pirate.' }
  const full = caller((await api.signIn()).token)
  await full.apiKey.create({ name: 'CI' })
  const { id } = await full.persona.create(persona)
  await expect(full.apiKey.create({ name: 'CD' })).rejects.toThrow(
    'You have 1 API keys, the most that a user can keep; delete one first.',
  )
  await expect(full.persona.create(persona)).rejects.toThrow(
    'You have 1 personas, the most that a user can keep; delete one first.',
  )
  const other = caller((await api.signIn()).token)
  await other.apiKey.create({ name: 'CI' })
  await other.persona.create(persona)
  await full.persona.delete({ id })
  expect((await full.persona.create(persona)).id).toBeGreaterThan(1000)
})

test('webhooks beyond the quota of a user are refused with a sentence, and another user is not', async () => {
  const { token } = await api.signIn()
  const webhook = { url: 'https://example.com/hook' }
  expect((await post('/webhook', webhook, token)).status).toBe(200)
  expect(await post('/webhook', webhook, token)).toMatchObject({
    status: 409,
    body: { message: 'You have 1 webhooks, the most that a user can keep; delete one first.' },
  })
  expect((await post('/webhook', webhook, (await api.signIn()).token)).status).toBe(200)
})
