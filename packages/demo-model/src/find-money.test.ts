import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const COLUMNS = [
  { name: 'order_id', type: 'BIGINT', samples: ['1000', '1299'] },
  { name: 'order_date', type: 'DATE', samples: ['2023-01-02', '2024-12-30'] },
  { name: 'customer', type: 'VARCHAR', samples: ['Acme', 'Globex'] },
  { name: 'product', type: 'VARCHAR', samples: ['Desk', 'Laptop'] },
  { name: 'quantity', type: 'BIGINT', samples: ['1', '9'] },
  { name: 'unit_price', type: 'DOUBLE', samples: ['4.0', '900.0'] },
]
const TOTAL = { name: 'total', type: 'DOUBLE', samples: ['4.0', '8100.0'] }
const PRODUCTS = {
  source: 'products',
  table: 'products.products',
  row_count: 10,
  columns: [
    { name: 'name', type: 'VARCHAR', samples: ['Desk', 'Laptop'] },
    { name: 'price', type: 'DOUBLE', samples: ['4.0', '900.0'] },
  ],
}

/** Asks about a table of sales of which each row is an order, and one of products. */
function ask(questions: string | string[], columns: readonly object[] = [...COLUMNS, TOTAL], rowCount = 300) {
  const sales = { source: 'sales', table: 'sales.sales', dialect: 'duckdb', row_count: rowCount, columns }
  const found = {
    data: [sales, PRODUCTS],
    not_here: 'The connected data seem not to hold this: nothing in them is named like "revenue".',
  }
  const isAboutMoney = /revenue/i.test([questions].flat().join())
  const runSql = () =>
    JSON.stringify({ row_count: 1, rows: [{ number: 7, total: 7, product: 'Desk' }], step: 2 })
  const { sql, answer } = play(questions, { found: isAboutMoney ? found : { data: found.data }, runSql })
  return { sql: sql.join(), answer }
}

test.each([
  ['What is the total revenue?', 'SELECT sum(total) AS total FROM sales.sales'],
  ['total revenue', 'SELECT sum(total)'],
  ['What is our revenue?', 'SELECT sum(total)'],
  ['Revenue by customer', 'SELECT customer, sum(total)'],
  ['Which customer has the highest revenue?', 'SELECT customer, sum(total)'],
  ['Which customer spent the most?', 'SELECT customer, sum(total)'],
  ['What is the average revenue?', 'round(avg(total), 3)'],
  ['Which customer has the highest sales?', 'SELECT customer, sum(total)'],
])('the amount of a sale, which is called total, answers "%s"', (question, sql) => {
  expect(ask(question).sql.replaceAll(' AS "total"', '')).toContain(sql.replaceAll(' AS "total"', ''))
})

test.each([
  ['What is the average order value?', 'avg(total)'],
  ['What was the largest order?', 'ORDER BY total DESC'],
  ['What was the most expensive order?', 'ORDER BY total DESC'],
])('"%s" is about the amount of an order, and not the price of a unit', (question, sql) => {
  expect(ask(question).sql.replaceAll('"', '')).toContain(sql)
  const without = ask(question, COLUMNS)
  expect(without.sql).toBe('')
  expect(without.answer).toMatch(/^(?:My rules do not understand|I cannot answer)/)
})

test.each([
  ['Which product sells best?', 'DESC'],
  ['What are the best-selling products?', 'DESC'],
  ['Which product sells worst?', 'ASC'],
])('"%s" ranks by what was sold of each', (question, order) => {
  expect(ask(question).sql).toMatch(new RegExp(`sum\\(quantity\\).* ${order}`))
})

test('customers buy, so that none of them sells best', () => {
  expect(ask('Which customer sells best?').sql).toBe('')
})

test('the rows of a gapless order_id are orders', () => {
  expect(ask('How many orders are there?').sql).toContain('count(*)')
  expect(ask('How many orders did Acme place?').sql).toContain("WHERE customer = 'Acme'")
  expect(ask('How many orders are there?', undefined, 200).sql).toBe('')
})

test.each([
  ['Revenue by month', true],
  ['Which month had the highest revenue?', true],
  ['Revenue by month in 2024', false],
  ['Average revenue by month', false],
])('"%s" says whether a month is that of all years', (question, isOfAll) => {
  expect(ask(question).answer.includes('Each month adds up those of all years.')).toBe(isOfAll)
})

test('rows are not counted where more than one thing was bought in each', () => {
  const { sql } = ask('Which customer ordered the most laptops?')
  expect(sql).toMatch(/^SELECT customer, sum\(quantity\) AS total_quantity .* WHERE product = 'Laptop'/)
  expect(sql).not.toContain('count(')
  const withoutQuantity = COLUMNS.filter(({ name }) => name !== 'quantity')
  expect(ask('Which customer ordered the most laptops?', withoutQuantity).sql).not.toContain('sum(')
})

test('the other end replaces the one that was asked before', () => {
  expect(ask(['Which product has the highest price?', 'And the lowest?']).sql).toContain('ORDER BY price ASC')
})

test('rows that were counted are listed when they are asked for', () => {
  const { sql } = ask(['How many orders did Acme place?', 'List them'])
  expect(sql).toMatch(/^SELECT \*.*WHERE customer = 'Acme'/)
})

test('how many of them were sold is no change of a ranking by price', () => {
  const { sql, answer } = ask(['Which product is the most expensive?', 'How many of them did we sell?'])
  expect(sql).toBe('')
  expect(answer).toContain('I do not know what "them" means here.')
})

test.each([
  ['Sales of Acme and Globex', /^SELECT customer, sum\(total\).*WHERE customer IN \('Acme', 'Globex'\)/],
  ['Sales by product', /^SELECT product, sum\(total\)/],
  ['Top 3 customers by sales', /^SELECT customer, sum\(total\).*DESC, 1 LIMIT 3/],
  ['What percentage of sales comes from Acme?', /sum\(CASE WHEN customer = 'Acme' THEN total/],
  ['How many sales are there?', /count\(\*\)/],
  ['What percentage of sales are of Acme?', /THEN 1 ELSE 0 END/],
])('"%s" means amounts and not rows, unless they are counted', (question, sql) => {
  expect(ask(question).sql).toMatch(sql)
})
