import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
/** The columns that a statement returns, by a word that the statement contains. */
let columns: Record<string, string[]>
let api: TestApi
let token: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeEach(async () => {
  columns = { orders: ['country', 'revenue'] }
  world.checkDefinition = async (_owner, { definition, sources }) => {
    const sql = `${definition.expression} ${definition.table}`
    const found = Object.entries(columns).find(([word]) => sql.includes(word))
    if (definition.expression === '') return { columns: [], dataSourceIds: [] }
    if (!found) throw new AppError('invalid_request', 'There is no such table.')
    const own = sources.filter(({ offered }) => offered === undefined)
    return { columns: found[1], dataSourceIds: own.slice(0, 1).map(({ id }) => id) }
  }
  world.connect = async () => ({ tables: [], bytes: 0 })
  api = createTestApi(Object.assign(world, { db: database.db }))
  token = (await api.signIn()).token
})

const METRIC = {
  kind: 'metric',
  name: 'revenue',
  synonyms: ['turnover'],
  expression: 'sum(total)',
  table: 'shop.orders',
  dimensions: [{ name: 'country' }, { name: 'month', expression: 'month(day)' }],
  unit: 'EUR',
}

async function create(body: object, bearer = token) {
  return api.send('POST', '/definition', { bearer, body })
}

async function listed(bearer = token) {
  return (await api.send('GET', '/definition', { bearer })).body.data.definitions
}

test('a metric is created, found, changed and deleted by its owner alone', async () => {
  const { body, status } = await create(METRIC)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ ...METRIC, text: '', condition: '', time_column: '', problem: null })
  const path = `/definition/${body.data.id}`
  const stranger = (await api.signIn()).token
  expect(await listed(stranger)).toEqual([])
  for (const [method, sent] of [
    ['PATCH', { text: 'Mine now.' }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await api.send(method, path, { bearer: stranger, ...(sent && { body: sent }) })
    expect(refused.status).toBe(404)
  }
  // The name is free for the stranger.
  expect((await create(METRIC, stranger)).status).toBe(200)
  const changed = await api.send('PATCH', path, {
    bearer: token,
    body: { text: 'Before tax.', synonyms: [] },
  })
  expect(changed.body.data).toMatchObject({ ...METRIC, text: 'Before tax.', synonyms: [] })
  expect(changed.body.data.verified_at > body.data.verified_at).toBe(true)
  expect((await api.send('DELETE', path, { bearer: token })).status).toBe(200)
  expect(await listed()).toEqual([])
  expect(await listed(stranger)).toHaveLength(1)
})

test.each([
  ['SQL that does not run', { ...METRIC, table: 'shop.nothing' }, /no such table/],
  ['a metric without an aggregate', { ...METRIC, expression: ' ' }, /A metric needs expression/],
  ['a metric whose name is not a SQL name', { ...METRIC, name: 'net revenue' }, /not a SQL name/],
  [
    'two dimensions of one name',
    { ...METRIC, dimensions: [{ name: 'a' }, { name: 'A' }] },
    /different names/,
  ],
  ['a time column that is no dimension', { ...METRIC, time_column: 'day' }, /must name a dimension/],
  ['a dimension that is no plain name', { ...METRIC, dimensions: [{ name: 'a; drop' }] }, /plain SQL name/],
  [
    'a question with a unit',
    { kind: 'question', name: 'How?', expression: 'orders', unit: 'm' },
    /has no unit/,
  ],
  [
    'a term with a condition on no table',
    { kind: 'term', name: 'x', expression: 'a > 1' },
    /both expression and/,
  ],
  ['an empty name', { ...METRIC, name: ' ' }, /name/],
  ['an unknown kind', { ...METRIC, kind: 'view' }, /kind/],
  ['too long SQL', { ...METRIC, table: 'x'.repeat(20_001) }, /table/],
])('refuses %s in a sentence and stores nothing', async (_what, body, message) => {
  const refused = await create(body)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(message)
  expect(await listed()).toEqual([])
})

test('refuses a second definition of the same kind and name', async () => {
  const replies = await Promise.all([create(METRIC), create(METRIC)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await create({ kind: 'term', name: 'revenue' })).status).toBe(200)
  const other = await create({ ...METRIC, name: 'gross' })
  const path = `/definition/${other.body.data.id}`
  const taken = await api.send('PATCH', path, { bearer: token, body: { name: 'revenue' } })
  expect(taken.status).toBe(409)
})

test('a refresh that breaks a definition suspends it with the difference, and a later one lets it be used again', async () => {
  const connection = { kind: 'postgresql', host: 'db', database: 'd', user: 'u', password: 'p' }
  const source = await api.send('POST', '/data_source', { bearer: token, body: { name: 'shop', connection } })
  await create(METRIC)
  const refresh = `/data_source/${source.body.data.id}/refresh`
  columns = { orders: ['country'] }
  expect((await api.send('POST', refresh, { bearer: token })).status).toBe(200)
  expect((await listed())[0].problem).toBe(
    'It returned the columns country, revenue; since its data source was read again it returns country.',
  )
  columns = {}
  await api.send('POST', refresh, { bearer: token })
  expect((await listed())[0].problem).toMatch(/^It does not run since .* There is no such table\.$/)
  columns = { orders: ['country', 'revenue'] }
  await api.send('POST', refresh, { bearer: token })
  expect((await listed())[0].problem).toBeNull()
  await api.send('DELETE', `/data_source/${source.body.data.id}`, { bearer: token })
  expect((await listed())[0].problem).toMatch(/was deleted/)
})

test('the definitions are listed a page at a time', async () => {
  for (const name of ['a', 'b', 'c']) await create({ kind: 'term', name })
  const first = (await api.send('GET', '/definition?limit=2', { bearer: token })).body.data
  expect(first.definitions.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
  const query = `limit=2&cursor=${encodeURIComponent(first.next_cursor)}`
  const second = (await api.send('GET', `/definition?${query}`, { bearer: token })).body.data
  expect(second).toMatchObject({ definitions: [{ name: 'c' }], next_cursor: null })
})

test('the statement of an answer is saved as a verified question, and then refused for runs without one', async () => {
  const call = async () => ({ status: 'ok' as const, output: { rows: [] }, content: '[]' })
  const parameters = { type: 'object', properties: {} }
  world.tools = () => [{ name: 'execute_sql', description: 'Runs SQL.', parameters, call }]
  const sql = 'SELECT count(*) FROM shop.orders'
  world.model = scriptedModel([
    { toolCalls: [{ name: 'execute_sql', arguments: { generated_sql: sql } }] },
    'There are three.',
    'Hello.',
  ]).model
  const post = async (path: string, body: object) =>
    (await api.send('POST', path, { bearer: token, body })).body.data
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id: model_config_id } = await post('/llm_config', config)
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  const { agent_id } = await post('/agent', { name: 'A', model_config_id, tools })
  const { session_id } = await post('/chat/session/new', { name: 'S', agent_id })
  await post('/chat/query', { session_id, query: 'How many orders?' })
  const question = 'How many orders are there?'
  const { runs } = (await api.send('GET', '/chat/run', { bearer: token })).body.data
  const saving = `/chat/run/${runs[0].run_id}/definition`
  expect(await post(saving, { question })).toMatchObject({
    kind: 'question',
    name: question,
    expression: sql,
  })
  const stranger = (await api.signIn()).token
  expect((await api.send('POST', saving, { bearer: stranger, body: { question } })).status).toBe(404)
  await post('/chat/query', { session_id, query: 'Hi' })
  const after = (await api.send('GET', '/chat/run', { bearer: token })).body.data.runs
  const bare = await api.send('POST', `/chat/run/${after[0].run_id}/definition`, {
    bearer: token,
    body: { question: 'Hi' },
  })
  expect(bare.status).toBe(400)
  expect(bare.body.message).toMatch(/no statement that can be saved/)
})
