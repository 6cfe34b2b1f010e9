import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

/** Asks about a table of orders of 2024; the engine gives one row. */
function ask(question: string, dates = ['2024-01-01', '2024-12-28']): { sql: string; answer: string } {
  const columns = [
    { name: 'order_id', type: 'BIGINT', samples: ['1000', '1001'] },
    { name: 'order_date', type: 'DATE', samples: dates },
    { name: 'country', type: 'VARCHAR', samples: ['USA', 'Germany'] },
    { name: 'total', type: 'DOUBLE', samples: ['1', '7'] },
  ]
  const data = [{ source: 'orders', table: 'orders.orders', dialect: 'duckdb', row_count: 400, columns }]
  const runSql = () => JSON.stringify({ row_count: 1, rows: [{ number: 7 }], step: 2 })
  const { sql, answer } = play(question, { found: { data }, runSql })
  return { sql: sql.join(), answer }
}

const DAY = "strftime(order_date, '%Y-%m-%d')"
const MONTH = 'month(order_date)'
const YEAR = 'year(order_date)'

test.each([
  ['How many orders in Q2?', `${MONTH} IN (4, 5, 6)`],
  ['How many orders in the fourth quarter of 2024?', `${YEAR} = 2024 AND ${MONTH} IN (10, 11, 12)`],
  ['How many orders in the second half of 2024?', `${YEAR} = 2024 AND ${MONTH} IN (7, 8, 9, 10, 11, 12)`],
  ['How many orders from June to August?', `${MONTH} IN (6, 7, 8)`],
  ['How many orders between November and February?', `${MONTH} IN (11, 12, 1, 2)`],
  ['How many orders from June to August 2024?', `${YEAR} = 2024 AND ${MONTH} IN (6, 7, 8)`],
  ['How many orders from June 2023 to August 2024?', `${DAY} >= '2023-06-01' AND ${DAY} <= '2024-08-31'`],
  ['How many orders before March 2024?', `${DAY} <= '2024-02-29'`],
  ['How many orders after March 2023?', `${DAY} >= '2023-04-01'`],
  ['How many orders since 3 March 2024?', `${DAY} >= '2024-03-03'`],
  ['How many orders until May 3rd, 2024?', `${DAY} <= '2024-05-03'`],
  ['How many orders on 2024-05-03?', `${DAY} = '2024-05-03'`],
  [
    'How many orders between 5 May 2024 and 9 June 2024?',
    `${DAY} >= '2024-05-05' AND ${DAY} <= '2024-06-09'`,
  ],
  ['How many orders in 2024 before June?', `${DAY} >= '2024-01-01' AND ${DAY} <= '2024-05-31'`],
  ['How many orders after June?', `${DAY} >= '2024-07-01'`],
  ['Total for May', `${MONTH} = 5`],
  ['Total by country before March 2024', `${DAY} <= '2024-02-29'`],
])('"%s" is limited to its days', (question, condition) => {
  expect(ask(question).sql.split(' WHERE ')[1]?.split(' GROUP BY ')[0]).toBe(condition)
})

test.each([
  'How many orders from November to February 2024?',
  'How many orders on 31 February 2024?',
  'How many orders by March 2024?',
  'How many orders in March and in June?',
  'How many orders before Q2?',
  'Orders in the last quarter',
])('"%s" is declined, because its days are not known', (question) => {
  expect(ask(question).sql).toBe('')
})

test('a bound without its year is declined where the dates are of several years', () => {
  const { sql, answer } = ask('How many orders before June?', ['2023-01-01', '2024-12-28'])
  expect([sql, answer]).toEqual(['', expect.stringMatching(/no use for .*"June"/)])
})

test('the answer names the days', () => {
  expect(ask('How many orders before March 2024?').answer).toContain('until 2024-02-29 is 7')
  expect(ask('How many orders from June to August?').answer).toContain('from June to August is 7')
})
