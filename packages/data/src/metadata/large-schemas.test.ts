import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryableSource } from '@parley/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMetadataStore, type MetadataStore } from '../index.ts'
import { sourceOf, tableOf } from '../testing/catalog.ts'

// Schemas with very wide tables, with long descriptions and values, and with tables that are divided by date.

let folder: string
let store: MetadataStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-large-schemas-test-'))
  store = createMetadataStore({ folder })
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

async function found(question: string, source: QueryableSource) {
  return (await store.open('ann', [source])).search(question).map((hit) => hit.table)
}

async function namesFound(question: string, tables: readonly QueryableSource['tables'][number][]) {
  return (await found(question, sourceOf('lake', tables))).map(({ name }) => name)
}

const FILLER = Array.from({ length: 400 }, (_, index) => `filler${index.toString(36).replace(/\d/g, 'q')}x`)

function described(name: string, texts: readonly { description?: string; samples?: string[] }[]) {
  const columns = texts.map(({ description = '', samples = [] }, index) => ({
    name: `c${index}`,
    type: 'text',
    description,
    samples,
  }))
  return tableOf(name, [], { columns })
}

describe('a question finds', () => {
  test('a table about it before a wide one that holds more of its words by chance', async () => {
    const wide = tableOf('survey', ['theft', 'borough', 'year', 'incident', ...FILLER])
    const narrow = tableOf('reports', ['theft', 'borough', 'year'])
    const others = Array.from({ length: 8 }, (_, index) => tableOf(`log_${index}`, ['incident', 'note']))
    const names = await namesFound('theft incidents by borough and year', [wide, narrow, ...others])
    expect(names.slice(0, 2)).toEqual(['reports', 'survey'])
  })

  test('a table by its own name before one whose schema or columns only mention it', async () => {
    const tables = [
      tableOf('crime.offices', ['a']),
      tableOf('city.parks', ['crime', 'b', 'c']),
      tableOf('city.crime', ['d']),
    ]
    expect((await namesFound('crime', tables))[0]).toBe('city.crime')
  })

  test('a table by its name, however long the name of its schema is', async () => {
    const tables = [tableOf('warehouse_of_public_data_sets.storms', ['a']), tableOf('storms_old_copy', ['a'])]
    expect((await namesFound('storms', tables))[0]).toBe('warehouse_of_public_data_sets.storms')
  })

  test('a table by a short description before one by a word of a long description', async () => {
    const long = `${FILLER.slice(0, 60).join(' ')} rainfall`
    const tables = [described('t1', [{ description: long }]), described('t2', [{ description: 'Rainfall' }])]
    expect(await namesFound('rainfall', tables)).toEqual(['t2', 't1'])
  })

  test('a table by a value before one by a word of a long text', async () => {
    const tables = [
      described('t1', [{ samples: [`${FILLER.slice(0, 8).join(' ')} Oslo`] }]),
      described('t2', [{ samples: ['Oslo'] }]),
    ]
    expect(await namesFound('Oslo', tables)).toEqual(['t2', 't1'])
  })
})

test('the identifier by which two tables without keys can be joined comes before other columns', async () => {
  const tables = [
    tableOf('orders', ['total', 'note', 'shipment_id']),
    tableOf('payments', ['total', 'note', 'shipment_id']),
  ]
  const [hit] = (await store.open('ann', [sourceOf('shop', tables)])).search('orders of payments')
  expect(hit?.columns.map(({ column }) => column.name)).toEqual(['total', 'shipment_id', 'note'])
})

describe('tables that are divided are one table', () => {
  const shards = (names: readonly string[]) => names.map((name) => tableOf(name, ['user', 'kind']))
  const folded = async (names: readonly string[]) => {
    const tables = await found('kind by user', sourceOf('web', shards(names)))
    return tables.map(({ name, description }) => [name, description]).toSorted()
  }

  test('by day', async () => {
    const days = Array.from(
      { length: 28 },
      (_, index) => `events_202402${String(index + 1).padStart(2, '0')}`,
    )
    expect(await folded([...days, 'events_archive'])).toEqual([
      ['events_20240228', 'One of 28 tables of the same form, from events_20240201 to events_20240228.'],
      ['events_archive', ''],
    ])
  })

  test.each([
    ['by year without a separator', ['gsod2019', 'gsod2020', 'gsod2021', 'gsod2022'], 'gsod2022'],
    [
      'by year inside the name',
      ['zip_2010_5yr', 'zip_2011_5yr', 'zip_2012_5yr', 'zip_2013_5yr'],
      'zip_2013_5yr',
    ],
    ['by quarter', ['qcew.2019_q1', 'qcew.2019_q2', 'qcew.2019_q3', 'qcew.2019_q4'], 'qcew.2019_q4'],
    ['by release', ['cases_r6', 'cases_r7', 'cases_r9', 'cases_r10'], 'cases_r10'],
  ])('%s, the newest one', async (_how, names, newest) => {
    expect(await folded(names)).toEqual([
      [newest, `One of 4 tables of the same form, from ${names[0]} to ${newest}.`],
    ])
  })

  test('but not with other columns, with other numbers in their names, or when they are few', async () => {
    expect(await folded(['a_2020', 'a_2021', 'a_2022'])).toHaveLength(3)
    expect(await folded(['part_1', 'part_2', 'part_3', 'part_4', 'part_5'])).toHaveLength(5)
    const other = ['a_2020', 'a_2021', 'a_2022', 'a_2023'].map((name, at) =>
      tableOf(name, ['user', `kind_${at}`]),
    )
    expect(await found('user', sourceOf('web', other))).toHaveLength(4)
  })

  test('when a few columns came and went', async () => {
    const common = Array.from({ length: 18 }, (_, index) => `measure_${index}`)
    const years = [2018, 2019, 2020, 2021].map((year) =>
      tableOf(`county_${year}`, [...common, `extra_${year}`]),
    )
    expect(await namesFound('county', years)).toEqual(['county_2021'])
  })
})
