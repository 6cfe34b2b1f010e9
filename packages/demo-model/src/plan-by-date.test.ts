import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const HIRED = { name: 'hire_date', type: 'DATE', samples: ['2014-05-20', '2023-08-01'] }
const BORN = { name: 'birth_date', type: 'DATE', samples: ['1970-01-01', '1999-01-01'] }
const ROWS = [
  { name: 'Hans Schulz', hire_date: '2023-08-01' },
  { name: 'Emil Fischer', hire_date: '2023-08-01' },
  { name: 'Fritz Wagner', hire_date: '2021-11-01' },
]

/** Asks about a table of employees with these dates. */
function ask(question: string, dates: readonly object[] = [HIRED], rows: readonly object[] = ROWS) {
  const columns = [
    { name: 'employee_id', type: 'BIGINT', samples: ['1', '10'] },
    { name: 'first_name', type: 'VARCHAR', samples: ['Anna', 'Ben'] },
    { name: 'last_name', type: 'VARCHAR', samples: ['Meyer', 'Schmidt'] },
    { name: 'department', type: 'VARCHAR', samples: ['Engineering', 'Sales'] },
    { name: 'salary', type: 'BIGINT', samples: ['49500', '120000'] },
    ...dates,
  ]
  const data = [
    { source: 'employees', table: 'employees.employees', row_count: 10, dialect: 'duckdb', columns },
  ]
  const runSql = () => JSON.stringify({ row_count: rows.length, rows, step: 2 })
  const { sql, answer } = play(question, { found: { data }, runSql })
  return { sql: sql.join(), answer }
}

test.each([
  ['Who was hired most recently?', 'DESC', 5],
  ['Who was hired last?', 'DESC', 5],
  ['Who is the newest employee?', 'DESC', 5],
  ['Who was hired first?', 'ASC', 5],
  ['Who are the two newest employees?', 'DESC', 2],
  ['Who was hired most recently in Sales?', 'DESC', 5],
])('"%s" orders people by the date of their hire', (question, order, limit) => {
  expect(ask(question).sql).toMatch(new RegExp(`ORDER BY hire_date ${order}, 1 LIMIT ${limit}$`))
})

test('the latest date is named as such, with all who share it', () => {
  expect(ask('Who was hired most recently?').answer).toBe(
    '**Hans Schulz** and **Emil Fischer** share the latest hire date: 2023-08-01. Next: Fritz Wagner (2021-11-01).',
  )
})

test.each([
  ['When was the first employee hired?', 'min(hire_date)', 'The earliest hire date is 2014-05-20'],
  ['When was the last employee hired?', 'max(hire_date)', 'The latest hire date is 2014-05-20'],
])('"%s" asks for the date alone', (question, sql, answer) => {
  const rows = [{ lowest_hire_date: '2014-05-20', highest_hire_date: '2014-05-20' }]
  const asked = ask(question, [HIRED], rows)
  expect(asked.sql).toContain(sql)
  expect(asked.answer).toContain(answer)
})

test.each([
  ['Who is the newest employee?', [BORN]],
  ['Who is the newest employee?', [HIRED, { ...HIRED, name: 'promotion_date' }]],
  ['Who was promoted most recently?', [HIRED]],
  ['Who was hired last month?', [HIRED]],
  ['What is the latest salary?', [HIRED]],
  ['What is the last name of the newest employee?', [HIRED]],
])('"%s" is not answered from the dates %j', (question, dates) => {
  expect(ask(question, dates).sql).not.toContain('ORDER BY')
})
