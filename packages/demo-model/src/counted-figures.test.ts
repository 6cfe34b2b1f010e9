import { expect, test } from 'vitest'
import { type AskedColumn, askFile, column } from './testing/ask-file.ts'
import { play } from './testing/play-tools.ts'

const ADS = [
  column('campaign', 'VARCHAR', ['Spring', 'Summer']),
  column('channel', 'VARCHAR', ['Search', 'Email']),
  column('impressions', 'BIGINT', ['1000', '90000']),
  column('clicks', 'BIGINT', ['3', '4044']),
  column('spend', 'DOUBLE', ['1.5', '899.1']),
  column('revenue', 'DOUBLE', ['2.5', '1999.1']),
]
const HOUSES = [column('city', 'VARCHAR', ['Porto', 'Faro']), column('bedrooms', 'BIGINT', ['1', '5'])]
const WINES = [
  column('wine', 'VARCHAR', ['Alba', 'Rioja']),
  column('bottles_in_stock', 'BIGINT', ['1', '298']),
]
const RUNS = [
  column('date', 'DATE', ['2024-01-03', '2024-12-28']),
  column('kind', 'VARCHAR', ['long', 'easy']),
  column('rain', 'VARCHAR', ['yes', 'no']),
]

const ORDERS = [
  column('order_id', 'BIGINT', ['1', '120']),
  column('customer_id', 'BIGINT', ['1', '9']),
  column('revenue', 'DOUBLE', ['10.5', '99.5']),
]
const CUSTOMERS = [
  column('customer_id', 'BIGINT', ['1', '9']),
  column('name', 'VARCHAR', ['Acme', 'Globex']),
  column('country', 'VARCHAR', ['Germany', 'France']),
]

const ask = (question: string, name: string, columns: readonly AskedColumn[]) =>
  askFile(question, { name, columns })

test.each([
  [
    'How many clicks did Search get?',
    "SELECT sum(clicks) AS total_clicks FROM ads.ads WHERE channel = 'Search'",
  ],
  ['How many clicks came from Email in the Summer campaign?', 'SELECT sum(clicks)'],
  [
    'Impressions and clicks by campaign',
    'sum(impressions) AS total_impressions, sum(clicks) AS total_clicks',
  ],
  ['Spend and revenue by channel', 'sum(spend) AS total_spend, sum(revenue) AS total_revenue'],
])('"%s" adds the figure up, and counts no rows', (question, sql) => {
  expect(ask(question, 'ads', ADS).sql).toContain(sql)
})

test.each([
  ['How many bedrooms are in Porto?', 'houses', HOUSES],
  ['Which campaign got the most clicks per impression?', 'ads', ADS],
  ['What is the value of the stock?', 'wines', WINES],
])('"%s" has no sure figure, and is declined', (question, name, columns) => {
  expect(ask(question, name, columns).sql).toBe('')
})

test.each([
  ['How many long runs did I do?', "WHERE kind = 'long'"],
  ['How many runs did I do in the rain?', "WHERE rain = 'yes'"],
])('the "I" of "%s" is no name', (question, sql) => {
  const asked = ask(question, 'runs', RUNS)
  expect(asked.sql.endsWith(sql)).toBe(true)
})

test('a word that names a column of another table is not left out', () => {
  const data = [
    { source: 'orders', table: 'orders.orders', dialect: 'duckdb', row_count: 120, columns: ORDERS },
    {
      source: 'customers',
      table: 'customers.customers',
      dialect: 'duckdb',
      row_count: 9,
      columns: CUSTOMERS,
    },
  ]
  const runSql = () => JSON.stringify({ row_count: 1, rows: [{ number: 7 }], step: 2 })
  const { sql, answer } = play('revenue by customer country', { found: { data }, runSql })
  expect(sql).toEqual([])
  expect(answer).toMatch(/^I cannot answer this\. My rules have no use for "country"/)
})
