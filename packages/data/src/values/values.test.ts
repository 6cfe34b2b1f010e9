import { Readable } from 'node:stream'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../files/ingest-file.ts'
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

test.for([
  ['Visits to sao paulo', 'sao paulo', 'São Paulo', 'city'],
  ['visits to NEW YORK', 'NEW YORK', 'New York', 'city'],
  ['visits to newyork', 'newyork', 'New York', 'city'],
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
  expect(await valuesFor('visits from brasil')).toHaveLength(1)
})

test('finds one of many values, which a thread indexes', async () => {
  const letters = 'abcdefghij'
  const nameOf = (at: number) =>
    `Harbour ${[...String(at)].map((digit) => letters[Number(digit)]).join('')} dock`
  const read = async (sql: string) =>
    sql.includes('piers') ? Array.from({ length: 9000 }, (_, at) => ({ value: nameOf(at) })) : []
  const source = sourceOf('sea', [tableOf('ports', ['name']), tableOf('piers', ['name', 'title'])])
  const find = await values.open('ann', { ...source, kind: 'file' }, { read, waitMs: 60_000 })
  const stored = nameOf(8531)
  for (const asked of [stored.toUpperCase(), stored.replaceAll(' ', '')])
    expect(
      find?.(`How deep is ${asked}?`, new Set()).map(({ column, stored: text }) => [column, text]),
    ).toEqual(expect.arrayContaining(['name', 'title'].map((column) => [`sea.piers.${column}`, stored])))
  expect(find?.('How deep is the dock ifdc?', new Set())).toContainEqual(
    expect.objectContaining({ stored: nameOf(8532) }),
  )
})
