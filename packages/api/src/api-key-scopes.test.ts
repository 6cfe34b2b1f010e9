import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let token: string
let stranger: string

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const definition = { description: 'Searches.', inputSchema: { type: 'object' }, hints: {} }
  Object.assign(api.deps.toolServers, { pin: async () => definition })
  token = (await api.signIn()).token
  stranger = (await api.signIn()).token
})

async function createKey(...scopes: string[]): Promise<{ id: string; secret: string }> {
  const { body } = await api.send('POST', '/apikeys', { bearer: token, body: { name: 'K', scopes } })
  return { id: body.data.api_key_id, secret: body.data.secret }
}
const list = async (bearer = token) => (await api.send('GET', '/apikeys', { bearer })).body.data.api_keys

test('keys are created, listed and revoked over REST with an access token, and another user sees none', async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const body = { name: 'Reports', scopes: ['read', 'chat', 'read'], expires_at }
  const created = await api.send('POST', '/apikeys', { bearer: token, body })
  const { api_key_id, secret } = created.body.data
  expect((await list())[0]).toEqual({
    api_key_id,
    name: 'Reports',
    scopes: ['chat', 'read'],
    created_at: expect.any(String),
    expires_at,
    last_used_at: null,
    last_used_from: null,
    is_revoked: false,
  })
  expect(await list(stranger)).toEqual([])
  expect((await api.send('DELETE', `/apikeys/${api_key_id}`, { bearer: stranger })).status).toBe(404)
  for (const [method, path] of [['POST', '/apikeys'] as const, ['GET', '/apikeys'] as const])
    expect((await api.send(method, path, { bearer: secret, body: { name: 'More' } })).status).toBe(403)
  expect((await api.send('GET', '/agent', { bearer: secret })).status).toBe(200)
  expect((await api.send('DELETE', `/apikeys/${api_key_id}`, { bearer: token })).body.status).toBe('ok')
  expect((await api.send('GET', '/agent', { bearer: secret })).status).toBe(401)
})

test('a key without a choice of scopes has every scope, and an unknown or empty choice is refused', async () => {
  await api.send('POST', '/apikeys', { bearer: token, body: { name: 'All' } })
  expect((await list())[0].scopes).toEqual(['chat', 'read', 'manage', 'secrets'])
  for (const scopes of [[], ['admin'], 'chat'])
    expect((await api.send('POST', '/apikeys', { bearer: token, body: { name: 'K', scopes } })).status).toBe(
      400,
    )
})

test('a key that was created before scopes existed keeps every scope', async () => {
  const { id, secret } = await createKey('chat')
  await database.db.pool.query('update api_keys set scopes = default where key_id = $1', [id])
  expect((await api.send('GET', '/llm_config', { bearer: secret })).status).toBe(200)
})

test('the refusal of a key names the scopes of which it lacks each', async () => {
  const { secret } = await createKey('secrets')
  const refused = await api.send('GET', '/agent', { bearer: secret })
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe(
    'This API key lacks the scope chat or read. Use a key that has it, or sign in.',
  )
})

test('the use of a key is recorded with its time and the network of the client', async () => {
  const { id, secret } = await createKey('read')
  await api.send('GET', '/agent', { bearer: secret, clientAddress: '203.0.113.77' })
  const find = async () => (await list()).find((key: { api_key_id: string }) => key.api_key_id === id)
  await expect.poll(async () => (await find()).last_used_from).toBe('203.0.113.0/24')
  expect((await find()).last_used_at).toMatch(/^\d{4}-/)
})

test('a key without the scope secrets neither sees nor loses nor moves the provider key', async () => {
  const config = { provider: 'openai', model: 'm', api_key: 'sk-hidden', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: token, body: config })).body.data
  const { secret } = await createKey('read', 'manage')
  const patch = (body: object, bearer = secret) => api.send('PATCH', `/llm_config/${id}`, { bearer, body })
  const read = async (bearer = secret) => (await api.send('GET', `/llm_config/${id}`, { bearer })).body.data
  expect((await read()).api_key).toBe('')
  expect((await read(token)).api_key).toBe('sk-hidden')

  // What it read is sent back with another name.
  const returned = await patch({ ...(await read()), name: 'Renamed' })
  expect(returned.body.data).toMatchObject({ name: 'Renamed', api_key: '' })
  expect((await read(token)).api_key).toBe('sk-hidden')
  for (const moved of [{ base_url: 'https://elsewhere.example/v1' }, { provider: 'deepseek' }]) {
    const refused = await patch(moved)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toMatch(/lacks the scope secrets.*Send api_key too\.$/)
  }
  const replaced = await patch({ base_url: 'https://elsewhere.example/v1', api_key: 'sk-mine' })
  expect(replaced.body.data.api_key).toBe('')
  expect(await read(token)).toMatchObject({ api_key: 'sk-mine', base_url: 'https://elsewhere.example/v1' })
})

test('a key without the scope secrets neither sees nor loses nor mixes the property values of tools', async () => {
  const { id: model_config_id } = (
    await api.send('POST', '/llm_config', {
      bearer: token,
      body: { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' },
    })
  ).body.data
  const property = (key: string, value: string) => ({ key, datatype: 'string', value })
  const tool = (...properties: object[]) => ({
    tool_name: 'search',
    tool_server_id: 'example/search',
    properties,
  })
  const tools = [tool(property('token', 'hidden'), property('host', 'a.example'))]
  const body = { name: 'A', model_config_id, tools }
  const { agent_id } = (await api.send('POST', '/agent', { bearer: token, body })).body.data
  const { secret } = await createKey('read', 'manage')
  const read = async (bearer = secret) => (await api.send('GET', `/agent/${agent_id}`, { bearer })).body.data
  const patch = (change: object) => api.send('PATCH', `/agent/${agent_id}`, { bearer: secret, body: change })

  const { tools: masked } = await read()
  expect(masked).toEqual([tool(property('token', ''), property('host', ''))])
  expect((await patch({ tools: masked, name: 'B' })).status).toBe(200)
  expect(await read(token)).toMatchObject({ name: 'B', tools })

  const mixed = await patch({ tools: [tool(property('token', ''), property('host', 'evil.example'))] })
  expect(mixed.status).toBe(403)
  expect(mixed.body.message).toMatch(/lacks the scope secrets: send all property values/)
  expect((await read(token)).tools).toEqual(tools)
  const replaced = [tool(property('token', 'mine'), property('host', 'evil.example'))]
  expect((await patch({ tools: replaced })).status).toBe(200)
  expect((await read(token)).tools).toEqual(replaced)
})

test('a repeated Idempotency-Key gives a key without the scope secrets no reply with secrets', async () => {
  const { secret } = await createKey('read', 'manage')
  const config = { provider: 'openai', model: 'm', api_key: 'sk-once', name: 'Once' }
  const headers = { 'idempotency-key': 'once-1' }
  const create = (bearer: string) => api.send('POST', '/llm_config', { bearer, body: config, headers })
  const first = await create(token)
  expect(first.body.data.api_key).toBe('sk-once')
  expect((await create(token)).body).toEqual(first.body)
  expect((await create(secret)).body.data.api_key).toBe('')
})
