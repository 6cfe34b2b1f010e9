import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let token: string
let stranger: string
/** The definitions whose SQL was run. */
let checked: string[]
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
const SHOP = '7f8a2c4e-0000-4000-8000-000000000001'

beforeEach(async () => {
  checked = []
  world.checkDefinition = async (_owner, { definition: { name, expression, table } }) => {
    checked.push(name)
    if (`${expression} ${table}`.includes('nothing'))
      throw new AppError('invalid_request', 'There is no such table.')
    return { columns: ['a'], dataSourceIds: table.startsWith('shop') ? [SHOP] : [] }
  }
  api = createTestApi(Object.assign(world, { db: database.db }))
  token = (await api.signIn()).token
  stranger = (await api.signIn()).token
})

const METRIC = {
  kind: 'metric',
  name: 'revenue',
  expression: 'sum(total)',
  table: 'shop.orders',
  dimensions: [{ name: 'country' }],
}
const TERM = { kind: 'term', name: 'large', expression: 'total > 9', table: 'shop.orders', synonyms: ['big'] }
const QUESTION = { kind: 'question', name: 'How many?', expression: 'SELECT count(*) FROM other.table' }

const create = (body: object) => api.send('POST', '/definition', { bearer: token, body })
const send = (document: string, bearer = token) =>
  api.send('POST', '/definition/document', { bearer, body: { document } })
const read = async (query = '', bearer = token) =>
  (await api.send('GET', `/definition/document${query}`, { bearer })).body.data.document
const listed = async (bearer = token) =>
  (await api.send('GET', '/definition', { bearer })).body.data.definitions
const own = ({ id: _, created_at: __, verified_at: ___, ...fields }: Record<string, unknown>) => fields

test('definitions are exported, imported by another user, changed in the document and imported again', async () => {
  for (const definition of [METRIC, TERM, QUESTION]) await create(definition)
  const document = await read()
  const before = await listed()
  checked = []
  const unchanged = (await send(document)).body.data
  expect(unchanged.definitions.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
    Array(3).fill('unchanged'),
  )
  expect(checked).toEqual([])
  expect(await listed()).toEqual(before)

  const created = (await send(document, stranger)).body.data
  expect(created).toMatchObject({
    definitions: [
      { kind: 'term', name: 'large', outcome: 'created' },
      { kind: 'metric', name: 'revenue', outcome: 'created' },
      { kind: 'question', name: 'How many?', outcome: 'created' },
    ],
    left: [],
  })
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  expect((await listed(stranger)).map(own).toSorted(byName)).toEqual(before.map(own).toSorted(byName))
  expect(await read('', stranger)).toContain('sum(total)')

  checked = []
  const changed = (await send(document.replace('total > 9', 'total > 99'))).body.data
  expect(changed.definitions.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'updated',
    'unchanged',
    'unchanged',
  ])
  expect(checked).toEqual(['large'])
  const [, large] = await listed()
  expect(large).toMatchObject({ id: before[1].id, expression: 'total > 99', synonyms: ['big'] })
})

test('one definition that does not run refuses the whole document with its line, and nothing is stored', async () => {
  for (const definition of [METRIC, TERM, QUESTION]) await create(definition)
  const document = (await read()).replace('total > 9', 'nothing > 9').replace('sum(total)', 'max(total)')
  const line = document.split('\n').findIndex((text: string) => text.includes('- name: large')) + 1
  const before = await listed()
  const refused = await send(document)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `Line ${line}: the term large: There is no such table.`,
  ])
  expect(await listed()).toEqual(before)
  const wrong = await send('semantic_model: 3')
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'Line 1: semantic_model must be a list of models.',
  ])
  const large = await send(`# ${'x'.repeat(900_000)}`)
  expect(large.status).toBe(400)
})

test('only definitions over the given data sources are exported', async () => {
  for (const definition of [METRIC, QUESTION]) await create(definition)
  world.checkDefinition = async () => ({
    columns: ['a'],
    dataSourceIds: ['7f8a2c4e-0000-4000-8000-000000000002'],
  })
  await create({ ...METRIC, name: 'elsewhere', table: 'other.orders' })
  const document = await read(`?data_source_ids=${SHOP}`)
  expect(document).toContain('name: revenue')
  expect(document).not.toContain('elsewhere')
  expect((await api.send('GET', '/definition/document?data_source_ids=x', { bearer: token })).status).toBe(
    400,
  )
  expect(await read('', stranger)).toBe('version: 0.2.0.dev0\nsemantic_model: []\n')
})

test('metrics of another tool are kept where they run, and named where they do not', async () => {
  const metric = (name: string, expression: string) =>
    `      - {name: ${name}, expression: {dialects: [{dialect: ANSI_SQL, expression: ${expression}}]}}\n`
  const { definitions, left } = (
    await send(
      `semantic_model:\n  - name: m\n    datasets:\n      - name: o\n        source: shop.orders\n    metrics:\n${metric('good', 'sum(o.total)')}${metric('bad', 'sum(nothing)')}`,
    )
  ).body.data
  expect(definitions).toEqual([{ kind: 'metric', name: 'good', line: 7, outcome: 'created' }])
  expect(left).toEqual([{ line: 8, reason: 'the metric bad is left out: There is no such table.' }])
  expect(await listed()).toMatchObject([{ name: 'good', expression: 'sum(total)', table: 'shop.orders' }])
})

test('a document that would exceed the quota is refused whole', async () => {
  Object.assign(api.deps.limits, { quotas: { ...api.deps.limits.quotas, definitions: 1 } })
  const entry = (name: string) =>
    `      - vendor_name: PARLEY\n        data: '{"kind":"term","name":"${name}"}'\n`
  const refused = await send(
    `semantic_model:\n  - name: m\n    custom_extensions:\n${entry('a')}${entry('b')}`,
  )
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'You can keep 1 definitions; the document would give you more.',
  ])
  expect(await listed()).toEqual([])
})
