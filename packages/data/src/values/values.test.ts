import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ingestFile } from '../files/ingest-file.ts'
import { ownerHome } from '../source/owner-home.ts'
import { sourceOf, tableOf } from '../testing/catalog.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { createValueStore, type ValueStore } from './value-store.ts'

const CSV = `city,country,note,amount
São Paulo,Brazil,the first,1
New York,United States,paid,2
Westminster Abbey,United Kingdom,open,3
Mc Donald,Bahamas,open,4
Łódź,Poland,O'Hara,5
`

let workshop: Workshop
let values: ValueStore
let visits: QueryableSource
beforeAll(async () => {
  workshop = await openWorkshop()
  values = createValueStore({ folder: workshop.folder })
  const content = Readable.from([Buffer.from(CSV)])
  const signal = new AbortController().signal
  const { tables } = await ingestFile({
    ...workshop,
    ownerId: 'ann',
    name: 'visits',
    format: 'csv',
    content,
    signal,
  })
  visits = { id: 'v', name: 'visits', kind: 'file', description: '', tables }
  await indexed(visits)
})
afterAll(async () => {
  values.close()
  await workshop.close()
})

async function valuesFor(user_question: string, sources = [visits], ownerId = 'ann'): Promise<JsonObject[]> {
  const { output } = await startRun(workshop, { ownerId, sources, values }).call('find_metadata', {
    user_question,
  })
  return Array.isArray(output.values) ? output.values.map(Object) : []
}

/** Waits until the values of a source are indexed: on a slow machine the first search does not wait long enough. */
function indexed(source: QueryableSource): Promise<void> {
  return vi.waitFor(
    async () => expect(await valuesFor('visits from brasil', [source])).toHaveLength(1),
    60_000,
  )
}

/** All texts in the indexes of an owner. */
async function texts(ownerId: string): Promise<string> {
  const folder = join(workshop.folder, 'indexes', ownerHome(ownerId), 'values')
  const files = (await readdir(folder)).map(
    (file) => new DatabaseSync(join(folder, file), { readOnly: true }),
  )
  return JSON.stringify(files.flatMap((file) => file.prepare('SELECT texts FROM texts').all()))
}

test.for([
  ['Visits to sao paulo', 'sao paulo', 'São Paulo', 'city'],
  ['visits to NEW YORK', 'NEW YORK', 'New York', 'city'],
  ['visits to newyork', 'newyork', 'New York', 'city'],
  ['visits from UnitedStates', 'UnitedStates', 'United States', 'country'],
  ['visits to New Yorc', 'New Yorc', 'New York', 'city'],
  ['visits to westminster', 'westminster', 'Westminster Abbey', 'city'],
  ['visits from the UK', 'UK', 'United Kingdom', 'country'],
  ['visits from brasil', 'brasil', 'Brazil', 'country'],
  ['visits to Lodz', 'Lodz', 'Łódź', 'city'],
  ["visits by ohara's", "ohara's", "O'Hara", 'note'],
  ['visits to McDonalds', 'McDonalds', 'Mc Donald', 'city'],
])('says how a column stores what is asked: %s', async ([question, asked, stored, column]) => {
  const [table] = visits.tables
  expect(await valuesFor(question ?? '')).toContainEqual({
    asked,
    stored,
    column: `visits.${table?.name}.${column}`,
  })
})

test('is not misled by a common word, and takes no misspelled name for a word of the question', async () => {
  const titles = [
    ...Array.from({ length: 100 }, (_, at) => `Live ${at % 10 ? 'again' : 'here'} ${at}`),
    'Brasil',
  ]
  const rows = titles.map((title) => `${title},Norway,Ola,7`)
  const content = Readable.from([
    Buffer.from(
      ['title,country,first_name,forecast', ...rows, 'Opus,Brazil,Heather,8', 'Opus,Norway,Park,9'].join(
        '\n',
      ),
    ),
  ])
  const { signal } = new AbortController()
  const file = { ownerId: 'cat', name: 'store', format: 'csv', content, signal } as const
  const { tables } = await ingestFile({ ...workshop, ...file })
  const store: QueryableSource = { id: 'store', name: 'store', kind: 'file', description: '', tables }
  const patient = createValueStore({ folder: join(workshop.folder, 'store'), waitMs: 60_000 })
  const run = startRun(workshop, { ownerId: 'cat', sources: [store], values: patient })
  const ask = async (user_question: string) => (await run.call('find_metadata', { user_question })).output
  const { values: named } = await ask('How many store visitors live in Brasil?')
  expect(named).toEqual(
    expect.arrayContaining([expect.objectContaining({ asked: 'Brasil', stored: 'Brazil' })]),
  )
  // A title is spelled Brasil, but the question means the country.
  const { values: meant } = await ask('Which country is Brasil?')
  expect(meant).toMatchObject([{ stored: 'Brazil' }, { stored: 'Brasil' }])
  const forecast = await ask('What is the weather forecast for tomorrow in the mountains?')
  expect(forecast.values).toMatchObject([{ asked: 'weather', stored: 'Heather' }])
  expect(forecast.not_here).toContain('"weather"')
  // A word of Heather Park has the stem of parking, but does not mean parking.
  const parking = await ask('How many parking spaces does each country have?')
  expect(parking.not_here).toContain('"parking", "spaces"')
  expect((await ask('How many forecasts did Park have last year?')).not_here).toBeUndefined()
  patient.close()
})

test('searches the values of all data sources before it says that the data lack what is asked', async () => {
  const upload = async (name: string, column: string, value: string): Promise<QueryableSource> => {
    const rows = Array.from({ length: 60 }, (_, at) => `${column} ${at},${at}`)
    const content = Readable.from([Buffer.from([`${column},amount`, ...rows, `${value},60`].join('\n'))])
    const { signal } = new AbortController()
    const file = { ownerId: 'dan', name, format: 'csv', content, signal } as const
    const { tables } = await ingestFile({ ...workshop, ...file })
    return { id: name, name, kind: 'file', description: '', tables }
  }
  const sources = [await upload('berths', 'city', 'Oslo'), await upload('nations', 'country', 'Germany')]
  const patient = createValueStore({ folder: join(workshop.folder, 'several'), waitMs: 60_000 })
  const run = startRun(workshop, { ownerId: 'dan', sources, values: patient })
  const ask = async (user_question: string) => (await run.call('find_metadata', { user_question })).output
  const found = await ask('How many people lived in Germany, away from berths?')
  expect(found.values).toContainEqual({
    asked: 'Germany',
    stored: 'Germany',
    column: 'nations.nations.country',
  })
  expect(found.data).toMatchObject({ 0: { table: 'nations.nations' } })
  expect(found.not_here).toBeUndefined()
  expect((await ask('How many people lived in Atlantis, away from berths?')).not_here).toContain('"atlantis"')
  patient.close()
})

test('says that values are not searched yet, and not that the data lack what is asked', async () => {
  const folder = join(workshop.folder, 'slow')
  const slow = createValueStore({ folder, waitMs: 0 })
  const run = startRun(workshop, { ownerId: 'ann', sources: [visits], values: slow })
  const ask = async () => (await run.call('find_metadata', { user_question: 'westminster abbey' })).output
  const first = await ask()
  expect(first.values_pending).toMatch(/^The values of visits are still being indexed/)
  expect([first.not_here, first.values]).toEqual([undefined, undefined])
  await vi.waitFor(
    async () => expect(await ask()).toMatchObject({ values: [{ stored: 'Westminster Abbey' }] }),
    60_000,
  )
  expect((await ask()).values_pending).toBeUndefined()
  slow.close()
})

test('does not take values that could not be read for none, and reads them again later', async () => {
  const store = createValueStore({ folder: join(workshop.folder, 'broken'), retryMs: 50 })
  const busy = () => Promise.reject(new Error('It took too long and was stopped.'))
  expect(await store.open('ann', visits, busy)).toBe('pending')
  const rows = async (sql: string) => (sql.includes('"country"') ? [{ value: 'Poland' }] : null)
  await vi.waitFor(async () => {
    const find = await store.open('ann', visits, rows)
    expect(typeof find === 'function' && find('visits from poland', new Set())).toMatchObject([
      { stored: 'Poland' },
    ])
  }, 60_000)
  expect(await store.open('bob', visits, busy)).toBe('pending')
  store.close()
})

test('knows the words of the owner for values, and leaves out columns that the owner excludes', async () => {
  const [table] = visits.tables
  if (!table) throw new Error('There is no table')
  const said = (changes: Record<string, object>): QueryableSource => {
    const columns = table.columns.map((column) => ({ ...column, ...changes[column.name] }))
    return { ...visits, tables: [{ ...table, columns }] }
  }
  const country = [{ value: 'Poland', synonyms: ['Polska', 'the Republic'] }]
  const described = said({ country: { valueSynonyms: country }, city: { isSearched: false } })
  const polska = { asked: 'polska', stored: 'Poland', column: `visits.${table.name}.country` }
  await indexed(described)
  expect(await valuesFor('visits to New York from polska', [described])).toEqual([polska])
  expect(await valuesFor('visits from the republics', [described])).toContainEqual({
    ...polska,
    asked: 'the republics',
  })
  // The values of the excluded column are in no file any more.
  expect(await texts('ann')).not.toContain('New York')
  await indexed(visits)
  expect(await valuesFor('visits to New York from polska')).toMatchObject([{ stored: 'New York' }])
  expect(await texts('ann')).toContain('New York')
  // Another owner of the same file has said nothing.
  expect(await valuesFor('visits from polska', [visits], 'bob')).toEqual([])

  const run = startRun(workshop, { ownerId: 'ann', sources: [described] })
  const notesOf = async (condition: string) => {
    const generated_sql = `SELECT count(*) FROM visits WHERE ${condition}`
    return (await run.call('execute_sql', { generated_sql })).output.notes
  }
  expect(await notesOf("country = 'Polska'")).toEqual([
    `${table.name}.country does not hold 'Polska'. Its owner means 'Poland' by it.`,
  ])
  expect(await notesOf("country = 'Polen'")).toEqual([
    `${table.name}.country does not hold 'Polen'. The nearest values are 'Poland'.`,
  ])
  expect(await notesOf("city = 'New Yorc'")).toEqual([`${table.name}.city does not hold 'New Yorc'.`])
})

test('names no value where the question names none', async () => {
  expect(await valuesFor('How many visits are there for each city?')).toEqual([])
  expect(await valuesFor('')).toEqual([])
  expect((await valuesFor("'; DROP TABLE stored; -- \0 😀")).length).toBe(0)
})

test('reads no values of a database that others hold, and none of an offered source', async () => {
  const connection = { kind: 'postgres', host: '127.0.0.1', port: 1, database: 'd', user: 'u' } as const
  const remote = {
    ...sourceOf('remote', [tableOf('cities', ['name'])]),
    connection: { ...connection, tls: 'off' },
  }
  expect(await valuesFor('cities in brasil', [remote as unknown as QueryableSource])).toEqual([])
})

test("does not find another owner's values, and builds again after they were forgotten", async () => {
  expect(await valuesFor('visits from brasil', [visits], 'bob')).toEqual([])
  await values.forget('ann')
  await indexed(visits)
})

test('finds one of many values, which a thread indexes', async () => {
  const letters = 'abcdefghij'
  const nameOf = (at: number) =>
    `Harbour ${[...String(at)].map((digit) => letters[Number(digit)]).join('')} dock`
  const read = async (sql: string) =>
    sql.includes('piers') ? Array.from({ length: 9000 }, (_, at) => ({ value: nameOf(at) })) : []
  const source = sourceOf('sea', [tableOf('ports', ['name']), tableOf('piers', ['name', 'title'])])
  const patient = createValueStore({ folder: join(workshop.folder, 'patient'), waitMs: 60_000 })
  const find = await patient.open('ann', { ...source, kind: 'file' }, read)
  if (typeof find !== 'function') throw new Error('There is no index')
  const stored = nameOf(8531)
  for (const asked of [stored.toUpperCase(), stored.replaceAll(' ', '')])
    expect(
      find(`How deep is ${asked}?`, new Set()).map(({ column, stored: text }) => [column, text]),
    ).toEqual(expect.arrayContaining(['name', 'title'].map((column) => [`sea.piers.${column}`, stored])))
  expect(find('How deep is the dock ifdc?', new Set())).toContainEqual(
    expect.objectContaining({ stored: nameOf(8532) }),
  )
  patient.close()
})
