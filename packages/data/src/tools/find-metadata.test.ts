import type { JsonObject, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceOf, tableOf } from '../testing/catalog.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function ask(user_question: string, sources: readonly QueryableSource[]) {
  const { output, content } = await startRun(workshop, { ownerId: 'ann', sources: [...sources] }).call(
    'find_metadata',
    { user_question },
  )
  expect(JSON.parse(content)).toMatchObject(output)
  const described = (Array.isArray(output.data) ? output.data : []).map((entry) => Object(entry).table)
  return { output, described }
}

function numbered(count: number, name = 'part'): string[] {
  return Array.from({ length: count }, (_, index) => `${name}_${index}`)
}

/** A database with these tables and one table named boats. */
function harbour(names: readonly string[], name = 'harbour'): QueryableSource {
  return sourceOf(name, [...names.map((table) => tableOf(table, ['x'])), tableOf('boats', ['length'])])
}

describe('find_metadata', () => {
  test('names every table of a database of 60 tables', async () => {
    const { output, described } = await ask('length of boats', [harbour(numbered(59))])
    expect(described).toEqual(['harbour.boats'])
    expect(output.other_tables).toEqual([
      { source: 'harbour', tables: numbered(59).map((name) => `harbour.${name}`) },
    ])
    expect(output).not.toHaveProperty('more_sources')
  })

  test('counts the other tables of a larger database', async () => {
    const { output } = await ask('length of boats', [harbour(numbered(60))])
    expect(output.other_tables).toEqual([{ source: 'harbour', more_tables: 60 }])
  })

  test('names no table twice, and writes names as SQL needs them', async () => {
    const { output, described } = await ask('length of boats', [harbour(['"my.schema".Order Lines'])])
    expect(described).toEqual(['harbour.boats'])
    expect(output.other_tables).toEqual([
      { source: 'harbour', tables: ['harbour."my.schema"."Order Lines"'] },
    ])
    expect((await ask('length of boats', [harbour([])])).output).not.toHaveProperty('other_tables')
  })

  test('names the tables of sources in which nothing was found, after those in which something was', async () => {
    const shop = sourceOf('shop', [tableOf('orders', ['total'])])
    const { output } = await ask('length of boats', [shop, harbour(['docks'])])
    expect(output.other_tables).toEqual([
      { source: 'harbour', tables: ['harbour.docks'] },
      { source: 'shop', tables: ['shop.orders'] },
    ])
  })

  test('counts the sources for which there is no room', async () => {
    const long = (index: number) =>
      sourceOf(
        `s${index}`,
        numbered(40, 'a_table_with_a_long_name').map((name) => tableOf(name, ['x'])),
      )
    const sources = [harbour([]), ...Array.from({ length: 20 }, (_, index) => long(index))]
    const { output } = await ask('length of boats', sources)
    const listed = Array.isArray(output.other_tables) ? output.other_tables : []
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(4096 + 1)
    expect(listed.length).toBeGreaterThan(1)
    expect(Number(output.more_sources) + listed.length).toBe(20)
  })

  test('does not name the tables that the service offers to every user beside the found ones of the owner', async () => {
    const ledger = sourceOf('ledger', [tableOf('validators', ['stake'])], { kind: 'ledger' })
    expect((await ask('length of boats', [ledger, harbour([])])).output).not.toHaveProperty('other_tables')
  })

  test('shows the value of the question among many values of a column', async () => {
    const boroughs = ['Barking', 'Barnet', 'Bexley', 'Brent', 'Bromley', 'Camden', 'Westminster']
    const columns = [{ name: 'place', type: 'text', description: '', samples: boroughs }]
    const crimes = sourceOf('police', [tableOf('t', [], { columns })])
    const { output } = await ask('Thefts in Westminster?', [harbour([]), crimes])
    const [first]: JsonObject[] = Array.isArray(output.data) ? output.data.map(Object) : []
    expect(first).toMatchObject({
      table: 'police.t',
      columns: [{ samples: ['Westminster', 'Barking', 'Barnet', 'Bexley', 'Brent'] }],
    })
  })

  test.each([
    ['What is the salary of each boat?', '"salary"'],
    ['Show me the payroll of last month.', '"payroll"'],
    ['How many suppliers deliver boats?', '"suppliers", "deliver"'],
  ])('says of "%s" that the data do not hold it', async (question, words) => {
    const { output } = await ask(question, [harbour([])])
    expect(output.not_here).toContain(`named like ${words}.`)
  })

  test('names no missing word where each word of the question is a little like one of the data', async () => {
    const shop = sourceOf('shop', [tableOf('bestellungen', ['Kunde', 'Land'])])
    const { output } = await ask('How many different Kunden are there?', [shop])
    expect(output.fit).toBeLessThan(0.48)
    expect(output).not.toHaveProperty('not_here')
  })

  test.each([
    'Which boat had the greatest length in the last two years?',
    'Who bought the longest boat most recently?',
    'Which boats of more than 10 meters are there?',
    'What is the median length of expensive boats?',
  ])('says of "%s" that the data fit', async (question) => {
    const { output } = await ask(question, [harbour([])])
    expect(output.fit).toBeGreaterThan(0.5)
    expect(output).not.toHaveProperty('not_here')
  })

  test.each([
    'Which month had the highest total?',
    'How did the total develop over time?',
    'What was the total in the second quarter?',
    'How many orders were placed in the first half of 2025?',
    'Which weekday has the most orders?',
    'What is the most popular product?',
    'Who is the youngest?',
    'Show the total per month as a line chart.',
    'What was the total in Q1 2025?',
    'What are the bottom 3 products?',
  ])('says of "%s" that orders and staff fit, whose names are words of questions', async (question) => {
    const columns = ['order_date', 'product', 'total']
    const sources = [
      sourceOf('orders', [tableOf('orders', columns)]),
      sourceOf('staff', [tableOf('staff', ['name', 'age'])]),
    ]
    const { output } = await ask(question, sources)
    expect(output).not.toHaveProperty('not_here')
  })

  test('says that orders do not hold a figure that only their time fits', async () => {
    const shop = sourceOf('orders', [tableOf('orders', ['order_date', 'product'])])
    const { output } = await ask('What was the revenue in the second quarter?', [shop])
    expect(output.not_here).toContain('"revenue"')
  })
})
