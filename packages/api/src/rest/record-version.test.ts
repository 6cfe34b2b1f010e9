import { scriptedModel } from '@parley/agent/testing'
import { ENDPOINTS } from '@parley/contract'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing.ts'

const database = useTestDatabase()
let api: TestApi
let alice: string
let bob: string
/** The path of a record of alice by the path of its operations, and a change of it. */
let records: ReadonlyMap<string, { readonly path: string; readonly change: (text: string) => object }>

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  const post = async (path: string, body: object) =>
    (await api.send('POST', path, { bearer: alice, body })).body.data
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = await post('/llm_config', config)
  const { agent_id } = await post('/agent', { name: 'A', model_config_id: id })
  const { session_id } = await post('/chat/session/new', { name: 'S', agent_id })
  const { webhook } = await post('/webhook', { url: 'https://example.com/hook' })
  const source = await post('/data_source', { name: 'towns', format: 'csv', content: 'a\n1\n' })
  const change = (name: string) => ({ name })
  records = new Map([
    ['/llm_config/{config_id}', { path: `/llm_config/${id}`, change }],
    ['/agent/{agent_id}', { path: `/agent/${agent_id}`, change }],
    ['/chat/session/{session_id}', { path: `/chat/session/${session_id}`, change }],
    ['/webhook/{webhook_id}', { path: `/webhook/${webhook.webhook_id}`, change }],
    [
      '/data_source/{data_source_id}',
      { path: `/data_source/${source.id}`, change: (description) => ({ description }) },
    ],
  ])
})

const versioned = ENDPOINTS.flatMap(({ method, path, version }) =>
  method === 'PATCH' && version !== undefined && path !== null ? [path] : [],
)

const recordOf = (template: string) => {
  const record = records.get(template)
  if (!record) throw new Error(`The test has no record for ${template}.`)
  const get = (bearer = alice) => api.send('GET', record.path, { bearer })
  const patch = (text: string, wanted: string, bearer = alice) =>
    api.send('PATCH', record.path, { bearer, body: record.change(text), headers: { 'if-match': wanted } })
  return { get, patch, shows: async (text: string) => JSON.stringify((await get()).body.data).includes(text) }
}

test.each(versioned)('%s changes under the version that its caller read, and no other', async (template) => {
  const { get, patch, shows } = recordOf(template)
  const first = String((await get()).headers.etag)
  expect(first).toMatch(/^"[\w-]{22}"$/)
  expect((await get()).headers.etag).toBe(first)

  const changed = await patch('Second', first)
  expect(changed.status).toBe(200)
  const second = String(changed.headers.etag)
  expect(second).not.toBe(first)
  expect((await get()).headers.etag).toBe(second)

  const late = await patch('Lost', first)
  expect(late).toMatchObject({
    status: 412,
    headers: { 'x-error-code': 'precondition_failed' },
    body: {
      message:
        'The record has changed since you read it. Read it again and send your change with its new ETag.',
    },
  })
  expect(await shows('Lost')).toBe(false)
  expect((await patch('Lost', `W/${second}`)).status).toBe(412)
  expect((await patch('Third', `"other", ${second}`)).status).toBe(200)
  expect((await patch('Fourth', '*')).status).toBe(200)
  expect(await shows('Fourth')).toBe(true)
})

test.each(versioned)("%s answers another user's version as if there was no record", async (template) => {
  const { get, patch } = recordOf(template)
  const version = String((await get()).headers.etag)
  expect((await patch('Stolen', version, bob)).status).toBe(404)
  expect((await patch('Stolen', '*', bob)).status).toBe(404)
})

test('of many changes under one version at once exactly one is made', async () => {
  const { get, patch } = recordOf('/agent/{agent_id}')
  const version = String((await get()).headers.etag)
  const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => patch(`At once ${at}`, version)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  for (const { status, headers } of replies) {
    if (status === 409) expect(headers['retry-after']).toBe('1')
    expect([200, 409, 412]).toContain(status)
  }
  expect(api.faults).toEqual([])
})

test('a refused change leaves the record free for the next one', async () => {
  const { get } = recordOf('/agent/{agent_id}')
  const { etag = '' } = (await get()).headers
  const path = records.get('/agent/{agent_id}')?.path ?? ''
  const send = (body: object) =>
    api.send('PATCH', path, { bearer: alice, body, headers: { 'if-match': etag } })
  expect((await send({ name: 7 })).status).toBe(400)
  expect((await send({ name: 'Free' })).status).toBe(200)
})

test('If-Match on a record without a version is refused with a sentence', async () => {
  const { token } = await api.signIn()
  const headers = { 'if-match': '"x"' }
  const path = '/definition/7f8a2c4e-0000-4000-8000-000000000001'
  const refused = await api.send('PATCH', path, { bearer: token, body: {}, headers })
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'This record has no version. Leave out If-Match.' },
  })
})
