import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})

const fields = { provider: 'openai', model: 'gpt-x', name: 'Mine', params: { temperature: 0.2, seed: 7 } }

async function create(body: object = {}, bearer = alice) {
  return api.send('POST', '/llm_config', { bearer, body: { ...fields, api_key: 'sk-secret', ...body } })
}

test('configurations are created, read, listed, changed and deleted, and show the key to their owner', async () => {
  const created = await create()
  expect(created.body.data).toMatchObject({
    ...fields,
    api_key: 'sk-secret',
    base_url: null,
    description: '',
  })
  expect(created.headers['cache-control']).toBe('no-store')
  const path = `/llm_config/${created.body.data.id}`
  expect((await api.send('GET', path, { bearer: alice })).body).toEqual(created.body)
  const changed = await api.send('PATCH', path, {
    bearer: alice,
    body: { params: { top_p: 1 }, unknown: true },
  })
  expect(changed.body.data).toEqual({ ...created.body.data, params: { top_p: 1 } })
  const list = await api.send('GET', '/llm_config', { bearer: alice })
  expect(list.body.data.models).toContainEqual(changed.body.data)
  expect((await api.send('DELETE', path, { bearer: alice })).body).toEqual({ status: 'ok', data: {} })
  expect((await api.send('GET', path, { bearer: alice })).status).toBe(404)
})

test('configurations of another user get the same reply as missing ones', async () => {
  const id = (await create()).body.data.id
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ] as const) {
    const others = await api.send(method, `/llm_config/${id}`, { bearer: bob, body })
    const missing = await api.send(method, '/llm_config/999999', { bearer: bob, body })
    expect(others.status).toBe(404)
    expect(others.reply).toEqual(missing.reply)
  }
  expect((await api.send('GET', '/llm_config', { bearer: bob })).body.data.models).toEqual([])
})

test('configurations are stored with an encrypted key', async () => {
  await create({ api_key: 'sk-find-me' })
  const { rows } = await database.db.pool.query(`select c::text as text from llm_configs c`)
  expect(JSON.stringify(rows)).not.toContain('find-me')
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('sk-find-me').toString('hex'))
})

test.each([
  ['a self-hosted runtime without address', { provider: 'ollama' }, 'invalid_config'],
  ['an address that is not http', { provider: 'ollama', base_url: 'file:///etc/passwd' }, 'invalid_config'],
  ['an unknown provider', { provider: 'acme' }, 'invalid_request'],
  ['a temperature out of range', { params: { temperature: 3 } }, 'invalid_request'],
  ['a name of spaces', { name: '   ' }, 'invalid_request'],
  ['U+0000', { model: 'a\u0000b' }, 'invalid_request'],
  ['an object where a text belongs', { name: { contains: '' } }, 'invalid_request'],
])('refuses a configuration with %s', async (_what, body, code) => {
  const reply = await create(body)
  expect(reply.status).toBe(400)
  expect(reply.headers['x-error-code']).toBe(code)
})

test('a configuration in use by an agent cannot be deleted', async () => {
  const id = (await create()).body.data.id
  await api.send('POST', '/agent', { bearer: alice, body: { name: 'A', model_config_id: id } })
  expect((await api.send('DELETE', `/llm_config/${id}`, { bearer: alice })).status).toBe(409)
})

test('asks a provider for its models, and refuses a request without a key', async () => {
  const ask = (body: object) => api.send('POST', '/llm_config/models', { bearer: alice, body })
  expect((await ask({ provider: 'openai' })).headers['x-error-code']).toBe('invalid_config')
  const models = [{ id: 'm', name: 'Model M' }]
  expect((await ask({ provider: 'openai', api_key: 'k' })).body.data).toEqual({ models })
  const body = { provider: 'openai', model: 'm', name: 'C', api_key: 'k' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: alice, body })).body.data
  expect((await api.send('GET', `/llm_config/${id}/models`, { bearer: alice })).body.data).toEqual({ models })
})
