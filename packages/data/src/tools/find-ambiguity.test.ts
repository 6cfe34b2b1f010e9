import { Readable } from 'node:stream'
import type { Definition, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../files/ingest-file.ts'
import { sourceOf, tableOf } from '../testing/catalog.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { createValueStore, type ValueStore } from '../values/value-store.ts'

const VISITS = `place,state,country
Atlanta,Georgia,United States
Tbilisi,Tbilisi,Georgia
Oslo,Oslo,Norway
`

let workshop: Workshop
let values: ValueStore
let visits: QueryableSource
beforeAll(async () => {
  workshop = await openWorkshop()
  values = createValueStore({ folder: workshop.folder, waitMs: 60_000 })
  const { signal } = new AbortController()
  const content = Readable.from([Buffer.from(VISITS)])
  const file = { ownerId: 'ann', name: 'visits', format: 'csv', content, signal } as const
  const { tables } = await ingestFile({ ...workshop, ...file })
  visits = { id: 'v', name: 'visits', kind: 'file', description: '', tables }
})
afterAll(async () => {
  values.close()
  await workshop.close()
})

async function ambiguityOf(
  user_question: string,
  sources: QueryableSource[],
  { canAsk = true, definitions = [] as Definition[] } = {},
) {
  const options = { ownerId: 'ann', sources, values, canAsk, definitions }
  return (await startRun(workshop, options).call('find_metadata', { user_question })).output.ambiguous
}

test('says which values fit a word alike, where the run can ask its user', async () => {
  const [table] = visits.tables
  expect(await ambiguityOf('How many visits to georgia?', [visits])).toEqual({
    question: 'Which “georgia” do you mean?',
    choices: [`Georgia (visits.${table?.name}.state)`, `Georgia (visits.${table?.name}.country)`],
  })
  expect(await ambiguityOf('How many visits to georgia?', [visits], { canAsk: false })).toBeUndefined()
})

test.each([
  'How many visits to the state Georgia?',
  'How many visits to Norway?',
  'How many visits to Atlanta?',
])('finds one meaning: %s', async (question) => {
  expect(await ambiguityOf(question, [visits])).toBeUndefined()
})

function metricBy(dimension: string): Definition {
  return {
    id: 'm',
    kind: 'metric',
    name: 'visitors',
    synonyms: [],
    text: '',
    expression: 'count(*)',
    table: `visits.${visits.tables[0]?.name}`,
    condition: '',
    dimensions: [{ name: dimension }],
    timeColumn: '',
    unit: '',
    dataSourceIds: ['v'],
    verifiedAt: '2026-11-24T00:00:00.000Z',
    problem: null,
  }
}

test('asks nothing where a metric of the question has one of the columns among its dimensions', async () => {
  const ask = (dimension: string, question = 'How many visitors to Georgia?') =>
    ambiguityOf(question, [visits], { definitions: [metricBy(dimension)] })
  expect(await ask('country')).toBeUndefined()
  expect(await ask('place')).toMatchObject({ question: 'Which “Georgia” do you mean?' })
  // A metric that the question does not name decides nothing.
  expect(await ask('country', 'How many visits to Georgia?')).toBeDefined()
})

const dates = [
  { name: 'order_date', type: 'date', description: '', samples: [] },
  { name: 'ship_date', type: 'date', description: '', samples: [] },
  { name: 'paid', type: 'integer', description: '', samples: [] },
]
const shop = sourceOf('shop', [tableOf('sales', [], { columns: dates })])

test('says which columns fit a word alike', async () => {
  expect(await ambiguityOf('What was paid in sales per date?', [shop])).toEqual({
    question: 'Which “date” do you mean?',
    choices: ['order date (shop.sales.order_date)', 'ship date (shop.sales.ship_date)'],
  })
})

test.each(['What was paid in sales per ship date?', 'Dates of sales: order date (shop.sales.order_date)'])(
  'asks nothing that the question says: %s',
  async (question) => {
    expect(await ambiguityOf(question, [shop])).toBeUndefined()
  },
)
