import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createCipher } from '@parley/core'
import { createMetadataStore, type MetadataStore } from '@parley/data'
import { sandboxOfWorker } from '@parley/data/testing/worker-sandbox'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDeps } from './data-deps.ts'
import { retiredVersions } from './retired-versions.ts'

const database = useTestDatabase()
let folder: string
let egress: Egress
let metadata: MetadataStore
let api: TestApi
let alice: string
let bob: string
/** Records that were stored under the master key that is not configured any more. */
let lost: { configId: number; sourceId: string; agentId: string }
/** The same user's records under the current master key. */
let kept: { configId: number; agentId: string }
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

const REMEDY =
  'cannot be read: no configured master key opens it. Ask the operator to add the former master key to PARLEY_MASTER_KEY'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-keys-'))
  const sandbox = await sandboxOfWorker()
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  metadata = createMetadataStore({ folder })
  api = createTestApi(Object.assign(world, { db: database.db }))
  const table = { name: 'public.orders', description: '', rowCount: 2, columns: [] }
  const data = {
    ...createDataDeps({ sandbox, egress, metadata, folder, retired: retiredVersions(database.db) }),
    connect: async () => ({ tables: [table], bytes: 0 }),
  }
  const toolServers = { ...api.deps.toolServers, pin: async () => ({}) }
  Object.assign(api.deps, { data, toolServers })
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token

  const configId = await addConfig('Lost')
  lost = { configId, sourceId: await connectShop(), agentId: await addAgent('Lost', configId, [mail]) }
  Object.assign(api.deps, { cipher: createCipher([randomBytes(32)]) })
  const current = await addConfig('Kept')
  kept = { configId: current, agentId: await addAgent('Kept', current, [sql]) }
  for (const bearer of [alice, bob]) await uploadCities(bearer)
})
afterAll(async () => {
  metadata.close()
  await egress.close()
  await rm(folder, { recursive: true, force: true })
})

const mail = {
  tool_name: 'send',
  tool_server_id: 'acme/mail',
  properties: [{ key: 'token', value: 's3cret', datatype: 'string' }],
}
const sql = { tool_name: 'execute_sql', tool_server_id: 'parley' }

const get = (path: string, bearer = alice) => api.send('GET', path, { bearer })

async function post(path: string, body: unknown, bearer = alice) {
  const reply = await api.send('POST', path, { bearer, body })
  expect(reply.status, reply.body.message).toBe(200)
  return reply.body.data
}

async function addConfig(name: string): Promise<number> {
  const config = { provider: 'openai', model: 'm', name, api_key: `sk-${name}` }
  return (await post('/llm_config', config)).id
}

async function addAgent(name: string, model_config_id: number, tools: unknown[]): Promise<string> {
  return (await post('/agent', { name, description: '', model_config_id, tools })).agent_id
}

async function connectShop(): Promise<string> {
  const connection = { kind: 'postgresql', host: 'db.example', database: 'shop', user: 'u', password: 'p' }
  return (await post('/data_source', { name: 'shop', connection })).id
}

async function uploadCities(bearer: string) {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="cities.csv"'
  const raw = ['--frontier', disposition, '', 'name\nParis\nRome\n', '--frontier--', ''].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }
  expect((await api.send('POST', '/data_source', { bearer, raw, headers })).status).toBe(200)
}

const select = (sql: string, bearer = alice) =>
  api.send('POST', '/data_source/export', { bearer, body: { sql } })

async function expectTwoCities(bearer: string) {
  const { status, reply } = await select('SELECT count(*) AS n FROM cities', bearer)
  let text = ''
  for await (const piece of reply.body as AsyncIterable<string>) text += piece
  expect([status, text]).toEqual([200, 'n\r\n2\r\n'])
}

const invoke = (agent_id: string) =>
  api.send('POST', '/chat/invoke-agent', { bearer: alice, body: { agent_id, prompt: 'How many?' } })

/** Expects that the list and a statement of a second user still succeed. */
async function expectBobIsAnswered() {
  expect((await get('/llm_config', bob)).status).toBe(200)
  await expectTwoCities(bob)
}

test('an LLM configuration whose key cannot be read stands in the list without it, and only its use fails', async () => {
  const { models } = (await get('/llm_config')).body.data
  expect(models.map(({ name, api_key }: Record<string, string>) => [name, api_key])).toEqual(
    expect.arrayContaining([
      ['Lost', ''],
      ['Kept', 'sk-Kept'],
    ]),
  )
  const refused = await api.send('POST', '/chat/invoke-llm', {
    bearer: alice,
    body: { model_config_id: lost.configId, prompt: 'Hi' },
  })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `The provider key of the LLM configuration "Lost" ${REMEDY}, or set api_key again.`,
  ])
  await expectBobIsAnswered()
  const body = { api_key: 'sk-new' }
  const mended = await api.send('PATCH', `/llm_config/${lost.configId}`, { bearer: alice, body })
  expect(mended.body.data.api_key).toBe('sk-new')
})

test('a data source whose connection cannot be read fails only the statements that name it', async () => {
  const sources = (await get('/data_source')).body.data.data_sources
  expect(sources.map(({ name }: { name: string }) => name)).toEqual(['shop', 'cities'])
  await expectTwoCities(alice)
  const sentence = `The connection of the data source "shop" ${REMEDY}, or delete this data source and connect it again.`
  for (const text of ['SELECT * FROM shop.public.orders', 'SELECT * FROM orders, cities']) {
    const refused = await select(text)
    expect([refused.status, refused.body.message]).toEqual([400, sentence])
  }
  const refreshed = await api.send('POST', `/data_source/${lost.sourceId}/refresh`, { bearer: alice })
  expect([refreshed.status, refreshed.body.message]).toEqual([400, sentence])
  await expectBobIsAnswered()
})

test('an agent reads the other data sources while the connection of one cannot be read', async () => {
  const call = (generated_sql: string) => ({
    toolCalls: [{ name: 'execute_sql', arguments: { generated_sql } }],
  })
  world.model = scriptedModel([
    call('SELECT count(*) AS n FROM cities'),
    call('SELECT count(*) AS n FROM shop.public.orders'),
    'Two cities.',
  ]).model
  const { trace } = (await invoke(kept.agentId)).body.data
  expect(trace[0].output).toMatchObject({ rows: [{ n: 2 }] })
  expect(trace[1].output.error).toContain('The connection of the data source "shop" cannot be read')
})

test('an agent with a tool property that cannot be read fails alone, and can be mended or deleted', async () => {
  expect((await get('/agent')).body.data.agents).toHaveLength(2)
  const sentence = `A property of the tool send of acme/mail in the agent "Lost" ${REMEDY}, or send the agent's tools again with all their properties.`
  for (const refused of [await get(`/agent/${lost.agentId}`), await invoke(lost.agentId)]) {
    expect([refused.status, refused.body.message]).toEqual([400, sentence])
  }
  expect((await get(`/agent/${kept.agentId}`)).status).toBe(200)
  await expectBobIsAnswered()
  const path = `/agent/${lost.agentId}`
  const mended = await api.send('PATCH', path, { bearer: alice, body: { tools: [mail] } })
  expect(mended.status).toBe(200)
  expect((await get(path)).body.data.tools).toMatchObject([{ tool_name: 'send' }])
  expect((await api.send('DELETE', path, { bearer: alice })).status).toBe(200)
})

test('reading, using and mending records that cannot be decrypted is no fault of the service', () => {
  expect(api.faults).toEqual([])
})
