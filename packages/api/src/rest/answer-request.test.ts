import { randomUUID } from 'node:crypto'
import { scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, listRestOperations, type TestApi } from '../testing.ts'

let database: TestDatabase
let api: TestApi
let alice: string
let bob: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  database = await createTestDatabase()
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
})
afterAll(() => database.drop())
beforeEach(() => {
  api.faults.length = 0
})

/** A path with every placeholder filled by something of the right form that does not exist. */
function unknownPath(path: string): string {
  return path
    .replace('{config_id}', '999999')
    .replace('{api_key_id}', 'abcdefghijkl')
    .replaceAll(/\{[a-z_]+\}/g, randomUUID())
}

const operations = listRestOperations().map((endpoint) => ({
  ...endpoint,
  target: unknownPath(endpoint.path ?? ''),
  hasBody: Object.keys(endpoint.body.shape).length > 0,
  hasId: endpoint.path?.includes('{'),
}))

test.each(operations.filter(({ audience }) => audience !== 'public'))(
  '$name refuses everybody without a good credential before reading the body',
  async ({ method, target }) => {
    for (const bearer of [undefined, 'nonsense', `prl_${'a'.repeat(12)}_${'b'.repeat(49)}`]) {
      const reply = await api.send(method, target, { ...(bearer && { bearer }), raw: '{broken' })
      expect(reply.status).toBe(401)
      expect(reply.headers['x-error-code']).toBe('unauthenticated')
    }
  },
)

test.each(operations)('$name answers another method with 405 and Allow', async ({ method, target }) => {
  const reply = await api.send('PUT', target, { bearer: alice })
  expect(reply.status).toBe(405)
  expect(reply.headers.allow).toContain(method)
})

test.each(operations.filter(({ hasBody }) => hasBody))(
  '$name refuses bodies that are not JSON objects',
  async ({ method, target }) => {
    const bearer = alice
    for (const raw of ['', '{', '[]', 'null', '"text"', '{"a":1}}', `${'['.repeat(40)}${']'.repeat(40)}`]) {
      expect((await api.send(method, target, { bearer, raw })).status).toBe(400)
    }
    const typed = { bearer, raw: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await api.send(method, target, typed)).status).toBe(415)
    const big = JSON.stringify({ name: 'x'.repeat(1_100_000) })
    expect((await api.send(method, target, { bearer, raw: big })).status).toBe(413)
    expect(api.faults).toEqual([])
  },
)

test.each(operations.filter(({ hasId }) => hasId))(
  '$name answers a missing record and a malformed id',
  async ({ method, target, path, hasBody, audience }) => {
    // Fields that one operation requires; the others ignore them.
    const body = hasBody ? { body: { step_id: 1, decision: 'deny' } } : {}
    const isOwnKey = audience === 'api_key'
    expect((await api.send(method, target, { bearer: alice, ...body })).status).toBe(isOwnKey ? 403 : 404)
    for (const id of ['0x10', '1e3', '-1', '%20', '%00', 'null', "' or 1=1"]) {
      const malformed = (path ?? '').replaceAll(/\{[a-z_]+\}/g, id)
      expect((await api.send(method, malformed, { bearer: alice, ...body })).status).toBe(
        isOwnKey ? 403 : 400,
      )
    }
  },
)

test('an unknown path is a 404 in the same form', async () => {
  const reply = await api.send('GET', '/no/such/thing', { bearer: alice })
  expect(reply.status).toBe(404)
  expect(reply.body).toEqual({ status: 'error', message: 'There is nothing at this path.' })
})

describe('LLM configurations', () => {
  const fields = { provider: 'openai', model: 'gpt-x', name: 'Mine', params: { temperature: 0.2, seed: 7 } }

  async function create(body: object = {}, bearer = alice) {
    return api.send('POST', '/llm_config', { bearer, body: { ...fields, api_key: 'sk-secret', ...body } })
  }

  test('are created, read, listed, changed and deleted, key echoed to their owner', async () => {
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

  test('of another user look like missing ones, to the byte', async () => {
    const id = (await create()).body.data.id
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await api.send(method, `/llm_config/${id}`, { bearer: bob, body })
      const missing = await api.send(method, '/llm_config/999999', { bearer: bob, body })
      expect(foreign.status).toBe(404)
      expect(foreign.reply).toEqual(missing.reply)
    }
    expect((await api.send('GET', '/llm_config', { bearer: bob })).body.data.models).toEqual([])
  })

  test('are stored without the key in the clear', async () => {
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
  ])('refuse %s', async (_what, body, code) => {
    const reply = await create(body)
    expect(reply.status).toBe(400)
    expect(reply.headers['x-error-code']).toBe(code)
  })

  test('in use by an agent cannot be deleted', async () => {
    const id = (await create()).body.data.id
    await api.send('POST', '/agent', { bearer: alice, body: { name: 'A', model_config_id: id } })
    expect((await api.send('DELETE', `/llm_config/${id}`, { bearer: alice })).status).toBe(409)
  })
})

describe('/chat/test', () => {
  const body = { provider: 'openai', model: 'm', api_key: '', base_url: '', params: { temperature: '0.5' } }

  test('says that the key is missing', async () => {
    const reply = await api.send('POST', '/chat/test', { bearer: alice, body })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain('No provider key was given')
  })

  test('returns the reply and saves nothing', async () => {
    world.model = scriptedModel(['Hello!']).model
    const before = await api.send('GET', '/llm_config', { bearer: alice })
    const reply = await api.send('POST', '/chat/test', { bearer: alice, body: { ...body, api_key: 'k' } })
    expect(reply.body).toEqual({ status: 'ok', data: { response: 'Hello!' } })
    expect((await api.send('GET', '/llm_config', { bearer: alice })).body).toEqual(before.body)
  })
})
