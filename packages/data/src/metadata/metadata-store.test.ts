import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryableSource } from '@parley/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMetadataStore, type MetadataStore } from '../index.ts'
import { sourceOf, tableOf } from '../testing/catalog.ts'
import { describeHits } from './describe-hits.ts'

let folder: string
let store: MetadataStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-metadata-test-'))
  store = createMetadataStore({ folder })
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

const SHOP = sourceOf('shop', [
  tableOf('public.custOrders', ['orderId', 'cust_id', 'totalAmountEUR'], {
    keys: [{ columns: ['cust_id'], table: 'public.customers', tableColumns: ['id'] }],
  }),
  tableOf('public.customers', ['id', 'fullName', 'ISO2']),
  tableOf('public.audit_log', ['id', 'at', 'who']),
])
const SCHOOL = sourceOf('school', [
  tableOf('students', ['id', 'name', 'grade']),
  tableOf('courses', ['id', 'title']),
])

const ENROLMENT = sourceOf('campus', [
  tableOf('learner', ['family_name', 'id']),
  tableOf('bike', ['owner'], { keys: [{ columns: ['owner'], table: 'learner', tableColumns: ['id'] }] }),
  tableOf('link', ['note', 'a', 'b'], {
    keys: [
      { columns: ['a'], table: 'learner', tableColumns: ['id'] },
      { columns: ['b'], table: 'module', tableColumns: ['number'] },
    ],
  }),
  tableOf('module', ['title', 'number']),
])

async function found(
  question: string,
  sources: readonly QueryableSource[] = [SHOP, SCHOOL],
): Promise<string[]> {
  const index = await store.open('ann', sources)
  return index.search(question).map((hit) => `${hit.source.name}.${hit.table.name}`)
}

describe('a search finds', () => {
  test('a table by the parts of its identifiers, in any form of the word', async () => {
    expect((await found('What is the amount of an order?'))[0]).toBe('shop.public.custOrders')
    expect((await found('grades of all student names'))[0]).toBe('school.students')
  })

  test('a table linked by a key, although the question shares no word with it', async () => {
    expect(await found('total amount per order')).toContain('shop.public.customers')
    expect(await found('total amount per order')).not.toContain('shop.public.audit_log')
  })

  test("a table by a sample value, and by its owner's description", async () => {
    const columns = [{ name: 'x1', type: 'text', description: '', samples: ['Reykjavik'] }]
    const stations = sourceOf('met', [
      tableOf('t1', [], { columns }),
      tableOf('t2', ['a'], { description: 'Rainfall by station' }),
    ])
    expect((await found('Is it cold in Reykjavik?', [SHOP, stations]))[0]).toBe('met.t1')
    expect((await found('rainfall', [SHOP, stations]))[0]).toBe('met.t2')
  })

  test('the columns of a question first, then keys', async () => {
    const index = await store.open('ann', [SHOP])
    const [hit] = index.search('amount')
    expect(hit?.columns.map(({ column }) => column.name)).toEqual(['totalAmountEUR', 'cust_id', 'orderId'])
  })

  test('a word in the other spellings that an identifier may have for it', async () => {
    const staff = sourceOf('staff', [
      tableOf('t1', ['emp_num', 'zipcode']),
      tableOf('t2', ['teacher']),
      tableOf('t3', ['state']),
    ])
    expect(await found('numbers of employees', [staff])).toEqual(['staff.t1'])
    expect(await found('Which zip code?', [staff])).toEqual(['staff.t1'])
    expect(await found('Who teaches?', [staff])).toEqual(['staff.t2'])
    expect(await found('station', [staff])).not.toEqual(['staff.t3'])
  })

  test('columns for words of another part of speech', async () => {
    const sources = [sourceOf('a', [tableOf('dogs', ['breed'])]), sourceOf('b', [tableOf('dogs', ['age'])])]
    expect(await found('the oldest dogs', sources)).toEqual(['b.dogs', 'a.dogs'])
  })

  test('the table whose neighbour by a key holds the rest of the question', async () => {
    const keys = [{ columns: ['city'], table: 'places', tableColumns: ['name'] }]
    const places = tableOf('places', ['climate'])
    const apart = sourceOf('apart', [tableOf('hotels', ['city']), places])
    const joined = sourceOf('joined', [tableOf('hotels', ['city'], { keys }), places])
    const tables = await found('hotels by climate', [apart, joined])
    expect(tables.slice(0, 2)).toEqual(['joined.hotels', 'joined.places'])
  })

  test('the data of a question before tables that are named like an action in it', async () => {
    const sources = [
      sourceOf('stats', [tableOf('average', ['minimum'])]),
      sourceOf('zoo', [tableOf('t', ['weight'])]),
    ]
    expect(await found('minimum and average of weight', sources)).toEqual(['zoo.t', 'stats.average'])
  })

  test('the table between two others, and the columns that join them', async () => {
    const index = await store.open('ann', [ENROLMENT])
    const hits = index.search('modules of a learner')
    expect(hits.map((hit) => hit.table.name)).toEqual(['learner', 'module', 'link', 'bike'])
    const columnsOf = (name: string) =>
      hits.find((hit) => hit.table.name === name)?.columns.map(({ column }) => column.name)
    expect(columnsOf('learner')).toEqual(['id', 'family_name'])
    expect(columnsOf('link')).toEqual(['a', 'b', 'note'])
  })

  test('tables of another source before many tables of one source with slightly better scores', async () => {
    const many = Array.from({ length: 15 }, (_, index) => tableOf(`visitor_${index}`, ['hall']))
    const sources = [sourceOf('big', many), sourceOf('small', [tableOf('t', ['visitor_name', 'hall_name'])])]
    const tables = await found('visitors of a hall', sources)
    expect(tables.indexOf('small.t')).toBeGreaterThan(2)
    expect(tables.indexOf('small.t')).toBeLessThan(15)
  })

  test('a source on the topic of the question before a wide source that contains every word', async () => {
    const filler = Array.from({ length: 40 }, (_, index) => `filler_${index}`)
    const wide = sourceOf('wide', [tableOf('boats', ['harbour', ...filler])])
    const narrow = sourceOf('narrow', [tableOf('boats', ['harbour'])])
    expect(await found('boats by harbour', [wide, narrow])).toEqual(['narrow.boats', 'wide.boats'])
  })

  test('the source that a question names', async () => {
    const north = { ...SCHOOL, id: 'north', name: 'north' }
    expect((await found('students of the north', [SCHOOL, north]))[0]).toBe('north.students')
  })

  test('the first tables when no word fits', async () => {
    expect(await found('zzz')).toHaveLength(5)
    expect(await found('')).toHaveLength(5)
    expect(await found('anything', [])).toEqual([])
  })
})

describe('the metadata store keeps', () => {
  const files = async () =>
    (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.sqlite'))

  test('an index until the catalog changes, and then only the new one', async () => {
    await store.open('ann', [SHOP])
    const [first] = await files()
    await createMetadataStore({ folder }).open('ann', [SHOP])
    expect(await files()).toEqual([first])
    const renamed = { ...SHOP, tables: [tableOf('public.invoices', ['id', 'due'])] }
    expect(await found('invoices due', [renamed])).toEqual(['shop.public.invoices'])
    expect(await files()).toHaveLength(1)
    expect(await files()).not.toEqual([first])
  })

  test('the index of a source that says when it changed', async () => {
    const old = { ...SHOP, updatedAt: '2026-01-01T00:00:00.000001' }
    await store.open('ann', [old])
    const before = await files()
    await store.open('ann', [{ ...old, updatedAt: '2026-01-01T00:00:00.000002' }])
    expect(await files()).not.toEqual(before)
  })

  test('the indexes of owners separate', async () => {
    await store.open('ann', [SHOP])
    const index = await store.open('bob', [SCHOOL])
    expect(index.search('orders of customers').map((hit) => hit.source.name)).not.toContain('shop')
    expect(await files()).toHaveLength(2)
  })

  test('no index of a forgotten owner, while a search that has begun finishes', async () => {
    const index = await store.open('ann', [SHOP])
    const [kept] = await files()
    await store.open('bob', [SCHOOL])
    await store.forget('ann')
    await store.forget('nobody')
    expect(await files()).toHaveLength(1)
    expect(await files()).not.toContain(kept)
    expect(index.search('orders of customers')).not.toEqual([])
    expect(await found('orders of customers', [SHOP])).not.toEqual([])
  })

  test('no secret of a connection', async () => {
    const connection = {
      kind: 'postgresql',
      host: 'db',
      port: 5432,
      database: 'x',
      user: 'u',
      password: 'hunter2-canary',
      tls: 'off',
    } as const
    const index = await store.open('ann', [{ ...SHOP, connection }])
    expect(JSON.stringify(index.search('order'))).not.toContain('canary')
    for (const file of await files()) {
      expect((await readFile(join(folder, file))).includes('hunter2-canary')).toBe(false)
    }
  })

  test('one build for concurrent questions', async () => {
    const indexes = await Promise.all([store.open('ann', [SHOP]), store.open('ann', [SHOP])])
    expect(indexes.map((index) => index.search('order').length)).toEqual([2, 2])
    expect(await readdir(folder, { recursive: true })).toHaveLength(3)
  })
})

describe('answers of find_metadata', () => {
  test('stay within their size, with the wide table cut and the others still there', async () => {
    const wide = tableOf(
      'measurements',
      Array.from({ length: 1500 }, (_, index) => `sensor_${index}_celsius`),
    )
    const others = Array.from({ length: 30 }, (_, index) =>
      tableOf(`sensors_${index}`, ['id', 'sensor', 'celsius', 'place']),
    )
    const index = await store.open('ann', [sourceOf('plant', [wide, ...others])])
    const answer = describeHits(index.search('sensor 7 in celsius'), { maxBytes: 8192 })
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(8192)
    expect(answer.length).toBeGreaterThan(3)
    const measurements = answer.find(({ table: name }) => name === 'plant.measurements')
    expect(measurements?.more_columns).toBeGreaterThan(1400)
    expect(JSON.stringify(measurements?.columns)).toContain('sensor_7_celsius')
  })

  test('hold the best columns of every table before the rest of the first', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `measure_${index}`)
    const tables = Array.from({ length: 8 }, (_, index) => tableOf(`pump_${index}`, [...names, 'pressure']))
    const index = await store.open('ann', [sourceOf('plant', tables)])
    const answer = describeHits(index.search('pressure of the pump'), { maxBytes: 8192 })
    expect(answer).toHaveLength(8)
    for (const { columns } of answer) expect(JSON.stringify(columns)).toContain('"pressure"')
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeGreaterThan(7500)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(8192)
  })

  test('quote names that are invalid SQL identifiers', async () => {
    const index = await store.open('ann', [sourceOf('plant', [tableOf('"my.schema".Order Lines', ['id'])])])
    expect(describeHits(index.search('order lines'), { maxBytes: 8192 })[0]?.table).toBe(
      'plant."my.schema"."Order Lines"',
    )
  })
})

describe('tables that the service offers to every user', () => {
  const LEDGER = sourceOf(
    'ledger',
    [tableOf('delegations', ['amount', 'total']), tableOf('customers_seen', ['height'])],
    {
      kind: 'ledger',
    },
  )

  test('are left out when tables of the owner fit better', async () => {
    const hits = await found('total amount of the orders of each customer', [SHOP, LEDGER])
    expect(hits.filter((hit) => hit.startsWith('ledger.'))).toEqual([])
    expect(hits).toContain('shop.public.custOrders')
  })

  test('are found when they fit best, and when no other source is connected', async () => {
    const validators = sourceOf('ledger', [tableOf('validators', ['stake', 'uptime'])], { kind: 'ledger' })
    expect((await found('stake of each validator', [SHOP, validators]))[0]).toBe('ledger.validators')
    expect(await found('total amount', [LEDGER])).toContain('ledger.delegations')
  })
})

test('a sample value that is cut ends in an ellipsis', async () => {
  const columns = [
    { name: 'title', type: 'text', description: '', samples: ['a'.repeat(41), 'b'.repeat(40)] },
  ]
  const index = await store.open('ann', [sourceOf('books', [tableOf('books', [], { columns })])])
  const [book] = describeHits(index.search('title'), { maxBytes: 8192 })
  expect(book?.columns).toMatchObject([{ samples: [`${'a'.repeat(40)}…`, 'b'.repeat(40)] }])
})
