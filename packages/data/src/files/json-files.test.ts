import type { FileFormat, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile, querySources } from '../index.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function connect(content: string, { format = 'json' as FileFormat, isOneTable = false } = {}) {
  const upload = { ...workshop, ownerId: 'ann', name: 'f', format, content: Buffer.from(content), isOneTable }
  const { tables } = await ingestFile(upload)
  const source: QueryableSource = { id: '1', name: 'f', kind: 'file', description: '', tables }
  const { signal } = new AbortController()
  const query = async (sql: string) =>
    (await querySources(sql, { ...workshop, ownerId: 'ann', sources: [source], signal })).rows
  return { tables, query }
}

const SHOP =
  '{"total":2,"Users":[{"id":1}],"shop":{"orders":[{"id":7,"user":1},{"id":8,"user":1}],"empty":[]}}'

test('two arrays in one object give two tables, named by their keys', async () => {
  const { tables, query } = await connect(SHOP)
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['users', 1],
    ['orders', 2],
  ])
  expect(tables[1]?.reading?.notes).toEqual([
    { kind: 'part', text: 'The records at “shop.orders” of the document.' },
  ])
  expect(await query('SELECT o.id FROM f.orders o JOIN f.users u ON u.id = o.user ORDER BY 1')).toEqual([
    { id: 7 },
    { id: 8 },
  ])
})

test('of an API the longest array alone is read, so that a refresh finds the same table', async () => {
  const { tables } = await connect(SHOP, { isOneTable: true })
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([['f', 2]])
})

test.each([
  ['at the top', (id: string) => `[{"id":${id}},{"id":1}]`],
  ['in lines', (id: string) => `{"id":${id}}\n{"id":1}\n`],
  ['in an envelope', (id: string) => `{"rows":[{"id":${id}},{"id":1}]}`],
])('integers keep all their digits %s', async (_where, content) => {
  for (const id of [
    '9007199254740993',
    '-9223372036854775808',
    '18446744073709551615',
    '1234567890123456789012345',
  ]) {
    const { query } = await connect(content(id), { format: 'json' })
    const rows = await query('SELECT CAST(id AS VARCHAR) AS id FROM f ORDER BY abs(id::DECIMAL(38, 0)) DESC')
    expect(rows).toEqual([{ id }, { id: '1' }])
  }
})

test('nested arrays and objects become lists and structures', async () => {
  const { tables, query } = await connect('[{"a":[1,2],"b":[{"c":"x"}],"d":{"e":true}}]')
  expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'BIGINT[]'],
    ['b', 'STRUCT(c VARCHAR)[]'],
    ['d', 'STRUCT(e BOOLEAN)'],
  ])
  expect(await query('SELECT a[2] AS a, b[1].c AS c, d.e AS e FROM f')).toEqual([{ a: 2, c: 'x', e: true }])
})

const POINT = '{"type":"Point","coordinates":[10.75,59.91]}'
const CITIES = `{"type":"FeatureCollection","name":"cities","features":[
  {"type":"Feature","id":"n1","properties":{"name":"Oslo","people":709037},"geometry":${POINT}},
  {"type":"Feature","properties":{"name":"Nowhere","people":null},"geometry":null}]}`

test('records with lists of numbers are read, whatever their number', async () => {
  const records = [1, 2, 3, 4, 5].map((place) => ({
    place,
    ranges: [150, 225.5],
    counts: [place, 999],
    sizes: [[1.25], [place]],
  }))
  const { tables, query } = await connect(JSON.stringify(records))
  expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['place', 'BIGINT'],
    ['ranges', 'DOUBLE[]'],
    ['counts', 'BIGINT[]'],
    ['sizes', 'DOUBLE[][]'],
  ])
  expect(await query('SELECT sum(ranges[2]) AS highest, max(counts[1]) AS last FROM f.f')).toEqual([
    { highest: 1127.5, last: 5 },
  ])
})

test.each<FileFormat>(['geojson', 'json'])(
  'GeoJSON under the ending .%s has its properties as columns',
  async (format) => {
    const { tables, query } = await connect(CITIES, { format })
    expect(tables).toHaveLength(1)
    expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'VARCHAR'],
      ['people', 'BIGINT'],
      ['id', 'VARCHAR'],
      ['geometry', 'VARCHAR'],
    ])
    const longitude = "CAST(json_extract(geometry, '$.coordinates[0]') AS DOUBLE)"
    expect(await query(`SELECT name, people, id, ${longitude} AS x FROM f ORDER BY name`)).toEqual([
      { name: 'Nowhere', people: null, id: null, x: null },
      { name: 'Oslo', people: 709037, id: 'n1', x: 10.75 },
    ])
  },
)

test('a GeoJSON property called geometry stays, beside the geometry of the feature', async () => {
  const feature = `{"type":"Feature","properties":{"geometry":"round"},"geometry":${POINT}}`
  const { tables } = await connect(feature, { format: 'geojson' })
  expect(tables[0]?.columns).toMatchObject([
    { name: 'geometry', samples: ['round'] },
    { name: 'feature_geometry', samples: [POINT] },
  ])
})

test('negative integers and those inside of objects keep all their digits', async () => {
  const { tables, query } = await connect(
    '[{"n":-9007199254740993,"o":{"id":-9223372036854775807}},{"n":1,"o":{"id":18446744073709551615}}]',
  )
  expect(tables[0]?.columns.map(({ type }) => type)).toEqual(['BIGINT', 'STRUCT(id DECIMAL(38,0))'])
  expect(await query('SELECT n, o.id AS id FROM f ORDER BY n')).toEqual([
    { n: '-9007199254740993', id: '-9223372036854775807' },
    { n: 1, id: '18446744073709551615' },
  ])
})

test('JSON in another encoding is read with a note, or in the encoding that the owner chose', async () => {
  const content = Buffer.from('[{"name":"Andr\xe9"},{"name":"Zo\xeb"}]', 'latin1')
  const upload = { ...workshop, ownerId: 'ann', name: 'f', format: 'json', content } as const
  const [table] = (await ingestFile(upload)).tables
  expect(table?.columns[0]?.samples.toSorted()).toEqual(['André', 'Zoë'])
  expect(table?.reading?.notes).toMatchObject([{ kind: 'encoding' }])

  const settings = [{ table: 'f', settings: { encoding: 'windows-1251' } }]
  const [other] = (await ingestFile({ ...upload, settings })).tables
  expect(other?.columns[0]?.samples.toSorted()).toEqual(['Andrй', 'Zoл'])
  expect(other?.reading).toMatchObject({ settings: { encoding: 'windows-1251' }, chosen: ['encoding'] })
})

test('numbers that the file keeps as texts, and values of several types, are said', async () => {
  const { tables, query } = await connect(
    '[{"a":"12","c":"$3","id":"007","v":1},{"a":"9","c":"$20","id":"008","v":"2"},{"a":"100","c":"$1,100","id":"009","v":true}]',
  )
  expect(tables[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'VARCHAR'],
    ['c', 'VARCHAR'],
    ['id', 'VARCHAR'],
    ['v', 'VARCHAR'],
  ])
  expect(tables[0]?.reading?.notes.map(({ column, text }) => `${column}: ${text}`)).toEqual([
    'a: Numbers that the file keeps as text. Kept as text, and compared as text.',
    'c: Numbers that the file keeps as text. Kept as text, and compared as text.',
    'v: The values in the file are numbers and texts and true or false. Kept as text, and compared as text.',
  ])
  expect(await query('SELECT v FROM f.f')).toEqual([{ v: '1' }, { v: '2' }, { v: 'true' }])
})

test('times with an offset are kept in UTC, which is said', async () => {
  const { tables, query } = await connect(
    '[{"t":"2021-02-03T10:00:00+02:00"},{"t":"2021-02-03T23:30:00-05:00"}]',
  )
  expect(tables[0]?.reading?.notes.map(({ text }) => text)).toEqual([
    'Times with an offset, such as 2021-02-03T10:00:00+02:00, are kept as the same moment in UTC: hours and days are those of UTC.',
  ])
  expect(await query('SELECT hour(t) AS h, day(t) AS d FROM f.f')).toEqual([
    { h: 8, d: 3 },
    { h: 4, d: 4 },
  ])
  const plain = await connect('[{"t":"2021-02-03T10:00:00Z"},{"t":"2021-02-03T23:30:00Z"}]')
  expect(plain.tables[0]?.reading?.notes).toEqual([])
})
