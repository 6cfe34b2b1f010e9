import { randomBytes } from 'node:crypto'
import { scriptedModel } from '@parley/agent/testing'
import { createCipher } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
const config = {
  provider: 'ollama',
  base_url: 'http://127.0.0.1:1/v1',
  model: 'm',
  name: 'C',
  api_key: 'sk-kept',
}

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})

const post = (path: string, body: unknown, key: string, bearer = alice) =>
  api.send('POST', path, { bearer, body, headers: { 'idempotency-key': key } })

test('the same key and body create one record per owner, and the key is not stored in plain text', async () => {
  const first = await post('/llm_config', config, 'k1')
  const again = await post('/llm_config', config, 'k1')
  expect(again.body).toEqual(first.body)
  expect((await post('/llm_config', { ...config, name: 'D' }, 'k1')).status).toBe(409)
  const others = await post('/llm_config', config, 'k1', bob)
  expect(others.body.data.id).not.toBe(first.body.data.id)
  expect((await api.send('GET', '/llm_config', { bearer: alice })).body.data.models).toHaveLength(1)
  const { rows } = await database.db.pool.query('select k::text as text from idempotency_keys k')
  expect(JSON.stringify(rows)).not.toContain('sk-kept')
})

test('a repeated question is answered once; the repeated reply has no suggestions', async () => {
  const { id } = (await post('/llm_config', config, 'k2')).body.data
  const agent = await post('/agent', { name: 'A', model_config_id: id }, 'k2')
  const session = await post('/chat/session/new', { agent_id: agent.body.data.agent_id }, 'k2')
  const { session_id } = session.body.data
  world.model = scriptedModel(['Once.']).model
  const first = await post('/chat/query', { session_id, query: 'Hi' }, 'k3')
  const again = await post('/chat/query', { session_id, query: 'Hi' }, 'k3')
  expect(again.body.data).toEqual({ ...first.body.data, suggestions: null })
  const history = await api.send('GET', `/chat/session/${session_id}`, { bearer: alice })
  expect(history.body.data.messages).toHaveLength(2)
})

test('a stateless reply is not stored, and its repeated key only reports that it was answered', async () => {
  const { id } = (await post('/llm_config', config, 'k4')).body.data
  world.model = scriptedModel(['Secret answer.']).model
  const body = { model_config_id: id, prompt: 'Hi' }
  expect((await post('/chat/invoke-llm', body, 'k5')).status).toBe(200)
  const again = await post('/chat/invoke-llm', body, 'k5')
  expect(again.status).toBe(409)
  expect(again.body.message).toContain('not kept')
})

test('a failed request can be retried with its key, and a request under way cannot', async () => {
  const { id } = (await post('/llm_config', config, 'k6')).body.data
  const gate = Promise.withResolvers<void>()
  const { model } = scriptedModel([new AppError('upstream_failed', 'Down.'), 'Up again.'])
  world.model = async function* (request) {
    await gate.promise
    return yield* model(request)
  }
  const body = { model_config_id: id, prompt: 'Hi' }
  const first = post('/chat/invoke-llm', body, 'k7')
  await expect.poll(async () => (await post('/chat/invoke-llm', body, 'k7')).status).toBe(409)
  gate.resolve()
  expect((await first).status).toBe(502)
  expect((await post('/chat/invoke-llm', body, 'k7')).status).toBe(200)
  expect((await post('/chat/invoke-llm', body, 'with space')).status).toBe(400)
})

test('a reply that no configured master key opens is not repeated, and a new key works', async () => {
  const first = await post('/llm_config', config, 'k8')
  const former = api.deps.cipher
  Object.assign(api.deps, { cipher: createCipher([randomBytes(32)]) })
  const again = await post('/llm_config', config, 'k8')
  expect([again.status, again.body.message]).toEqual([
    409,
    'The request with this Idempotency-Key was answered; its reply was sealed under a master key that is not configured.',
  ])
  expect((await post('/llm_config', config, 'k9')).status).toBe(200)
  expect((await post('/llm_config', config, 'k9', bob)).status).toBe(200)
  Object.assign(api.deps, { cipher: former })
  expect((await post('/llm_config', config, 'k8')).body).toEqual(first.body)
})
