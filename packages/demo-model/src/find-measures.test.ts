import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const NUMBERS = { quantity: 'BIGINT', unit_price: 'DECIMAL(18,2)', discount: 'DOUBLE' }
const TEXTS = {
  customer: ['Acme', 'Globex'],
  country: ['USA', 'Germany', 'Japan'],
  category: ['Furniture', 'Lighting'],
}

/** Asks about a table of orders with these numbers; the engine gives one row. */
function ask(question: string, numbers: Readonly<Record<string, string>>): { sql: string; answer: string } {
  const columns = [
    { name: 'order_id', type: 'BIGINT', samples: ['1000', '1001'] },
    ...Object.entries(TEXTS).map(([name, samples]) => ({ name, type: 'VARCHAR', samples })),
    { name: 'order_date', type: 'DATE', samples: ['2024-01-01', '2024-12-28'] },
    ...Object.entries(numbers).map(([name, type]) => ({ name, type, samples: ['1', '7'] })),
  ]
  const data = [{ source: 'orders', table: 'orders.orders', dialect: 'duckdb', row_count: 400, columns }]
  const runSql = () => JSON.stringify({ row_count: 1, rows: [{ total: 7 }], step: 2 })
  const { sql, answer } = play(question, { found: { data }, runSql })
  return { sql: sql.join(), answer }
}

test.each([
  ['Total by country', 'sum(total)'],
  ['Compare the total of USA and Germany', 'sum(total)'],
  ['Average order total by month', 'avg(total)'],
  ['Which category has the highest average total?', 'avg(total)'],
  ['Median total per customer', 'median(total)'],
  ['Which country has the lowest total?', 'sum(total)'],
])('"total" is the column of this name in "%s"', (question, figure) => {
  expect(ask(question, { ...NUMBERS, total: 'DOUBLE' }).sql).toContain(figure)
})

test.each([
  'Minimum and maximum quantity',
  'What is the highest and the lowest quantity by country?',
  'What are the smallest or largest discounts?',
  'Which country has the highest and which has the lowest quantity?',
])('both ends of a figure are declined, because one alone is half of the answer: %s', (question) => {
  const { sql, answer } = ask(question, NUMBERS)
  expect([sql, answer]).toEqual([
    '',
    expect.stringMatching(/^I cannot answer this\. My rules have no use for /),
  ])
})

test('"at least" is no other end of a figure', () => {
  const { sql } = ask('Which country has the highest quantity and a discount of at least 5?', NUMBERS)
  expect(sql).toContain('discount >= 5')
})

test('a total that names no figure is that of the only amounts, and never of prices', () => {
  expect(ask('Total by country', NUMBERS).sql).toContain('sum(quantity)')
  const two = ask('Total by country', { ...NUMBERS, cost: 'DOUBLE' })
  expect([two.sql, two.answer]).toEqual(['', expect.stringMatching(/no use for "Total"/)])
  expect(ask('Total by country', { unit_price: 'DOUBLE', discount: 'DOUBLE' }).sql).toBe('')
})
