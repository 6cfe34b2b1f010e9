import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataShell } from '../testing/open-data-shell.ts'
import type { TestShell } from '../testing/open-shell.ts'

const CONTENT = `stadt,"Preis (EUR)",verkauft,notiz
Köln,10,2024-01-05,
Köln,30,2024-02-05,a
Zürich,110,2024-03-05,
,10,2024-04-05,
`

let shell: TestShell
let alice: string
let bob: string
let source: { id: string; name: string; title: string }

beforeAll(async () => {
  shell = await openDataShell()
  alice = await shell.signIn()
  bob = await shell.signIn()
  const body = { name: 'Verkäufe “Süd” 1990–2002.csv', format: 'csv', content: CONTENT }
  source = await shell.call('POST', '/data_source', { token: alice, body })
})
afterAll(() => shell.close())

test('a profile counts empty and different values, the range and the frequencies of each column', async () => {
  const profile = await shell.call('GET', `/data_source/${source.id}/profile`, { token: alice })
  expect(profile).toEqual({
    row_count: 4,
    is_distinct_estimated: false,
    columns: [
      {
        name: 'stadt',
        null_count: 1,
        distinct_count: 2,
        minimum: null,
        maximum: null,
        bars: [
          { label: 'Köln', count: 2 },
          { label: 'Zürich', count: 1 },
        ],
      },
      {
        name: 'Preis_EUR',
        null_count: 0,
        distinct_count: 3,
        minimum: '10',
        maximum: '110',
        bars: [2, 0, 1, 0, 0, 0, 0, 0, 0, 1].map((count) => ({ label: null, count })),
      },
      expect.objectContaining({ name: 'verkauft', minimum: '2024-01-05', maximum: '2024-04-05' }),
      expect.objectContaining({ name: 'notiz', null_count: 3, bars: [{ label: 'a', count: 1 }] }),
    ],
  })
})

test('different values are counted exactly up to 10,000 rows and estimated above', async () => {
  for (const [rowCount, isEstimated] of [
    [10_000, false],
    [10_001, true],
  ] as const) {
    const content = ['place', ...Array.from({ length: rowCount }, (_, place) => String(place))].join('\n')
    const body = { name: `numbers ${rowCount}`, format: 'csv', content }
    const { id } = await shell.call('POST', '/data_source', { token: alice, body })
    const profile = await shell.call('GET', `/data_source/${id}/profile`, { token: alice })
    expect(profile).toMatchObject({ row_count: rowCount, is_distinct_estimated: isEstimated })
    const { distinct_count: count } = profile.columns[0]
    if (!isEstimated) expect(count).toBe(rowCount)
    expect(count).toBeGreaterThan(rowCount * 0.8)
  }
})

test('a column of lists has neither range nor bars, and those of the other columns stay', async () => {
  const content = JSON.stringify([1, 2].map((place) => ({ place, prices: [1.5, place], names: ['a'] })))
  const body = { name: 'lists', format: 'json', content }
  const { id } = await shell.call('POST', '/data_source', { token: alice, body })
  const { columns } = await shell.call('GET', `/data_source/${id}/profile`, { token: alice })
  const none = { null_count: 0, minimum: null, maximum: null, bars: [] }
  expect(columns).toEqual([
    expect.objectContaining({ name: 'place', minimum: '1', maximum: '2' }),
    { ...none, name: 'prices', distinct_count: 2 },
    { ...none, name: 'names', distinct_count: 1 },
  ])
  expect(columns[0].bars).toHaveLength(10)
})

test('a profile is refused with a sentence for an unknown table and for another user', async () => {
  const path = `/data_source/${source.id}/profile`
  await expect(shell.call('GET', `${path}?table=other.t`, { token: alice })).rejects.toThrow(
    /400 table: name one of the tables of the data source: /,
  )
  await expect(shell.call('GET', path, { token: bob })).rejects.toThrow(/404/)
})

test('a file keeps its name for people, and its owner can change it', async () => {
  expect(source).toMatchObject({
    title: 'Verkäufe “Süd” 1990–2002',
    name: expect.stringMatching(/^[a-z_0-9]+$/),
  })
  const path = `/data_source/${source.id}`
  const renamed = await shell.call('PATCH', path, { token: alice, body: { title: ' Süden ' } })
  expect(renamed).toMatchObject({ title: 'Süden', name: source.name })
  await expect(shell.call('PATCH', path, { token: alice, body: { title: ' ' } })).rejects.toThrow(/400/)
  await expect(shell.call('PATCH', path, { token: bob, body: { title: 'Mine' } })).rejects.toThrow(/404/)
  const { data_sources } = await shell.call('GET', '/data_source', { token: alice })
  expect(data_sources[0].title).toBe('Süden')
})

test.for(['order', 'main', 'temp', 'pg_catalog'])(
  'a file named %s becomes a source whose name no engine has',
  async (name) => {
    const body = { name: `${name}.csv`, format: 'csv', content: 'a\n1\n' }
    const created = await shell.call('POST', '/data_source', { token: alice, body })
    expect(created).toMatchObject({ name: `source_${name}`, title: name })
  },
)
