import { describe, expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const STAFF = {
  source: 'staff',
  table: 'staff.staff',
  dialect: 'duckdb',
  row_count: 40,
  columns: [
    { name: 'name', type: 'VARCHAR', samples: ['Ada', 'Ben'] },
    { name: 'department', type: 'VARCHAR', samples: ['Engineering', 'Operations', 'Sales'] },
    { name: 'salary', type: 'BIGINT', samples: ['82000', '51000'] },
  ],
}
const PARTS = {
  source: 'shop',
  table: 'shop.parts',
  dialect: 'duckdb',
  row_count: 40,
  columns: [
    { name: 'part', type: 'VARCHAR', samples: ['Bolt', 'Nut'] },
    { name: 'category', type: 'VARCHAR', samples: ['Engineering', 'Salesforce', 'University', 'Numb'] },
    { name: 'price', type: 'BIGINT', samples: ['8200', '510'] },
  ],
}
const CITIES = {
  source: 'cities',
  table: 'cities.cities',
  dialect: 'duckdb',
  row_count: 40,
  columns: [
    { name: 'city', type: 'VARCHAR', samples: ['Bergen', 'Oslo'] },
    { name: 'rainy_days', type: 'BIGINT', samples: ['231', '163'] },
  ],
}

/** Asks about tables; the engine gives one row. */
function ask(question: string, ...data: readonly object[]): { sql: string; answer: string } {
  const rows = [{ number: 1, average_salary: 1, name: 'Ada', city: 'Bergen' }]
  const runSql = () => JSON.stringify({ row_count: 1, rows, step: 2 })
  const { sql, answer } = play(question, { found: { data }, runSql })
  return { sql: sql.join(), answer }
}

test.each([
  ['How many engineers are there?', "WHERE department = 'Engineering'"],
  ['What is the average salary of operators?', "WHERE department = 'Operations'"],
])('"%s" is about the people of a department, and says so', (question, condition) => {
  const { sql, answer } = ask(question, STAFF)
  expect(sql).toContain(condition)
  expect(answer).toMatch(/^I read "(?:engineers|operators)" as the people whose "department" is /)
})

describe('a word is read by its family only where it has one such reading', () => {
  test('of two tables with such a value it declines', () => {
    const other = { ...STAFF, source: 'people', table: 'people.people' }
    expect(ask('How many engineers are there?', STAFF, other).sql).toBe('')
  })

  test('of two tables with such a column it declines', () => {
    const other = { ...CITIES, source: 'towns', table: 'towns.towns' }
    expect(ask('Which city has the most rain?', CITIES, other).sql).toBe('')
  })

  test('of two columns with such a value it declines', () => {
    const job = { name: 'job', type: 'VARCHAR', samples: ['Engineering', 'Law'] }
    expect(ask('How many engineers are there?', { ...STAFF, columns: [...STAFF.columns, job] }).sql).toBe('')
  })

  test('a value that equals the word is taken without a word about it', () => {
    const job = { name: 'job', type: 'VARCHAR', samples: ['Engineer', 'Clerk'] }
    const { sql, answer } = ask('How many engineers are there?', {
      ...STAFF,
      columns: [...STAFF.columns, job],
    })
    expect(sql).toContain("WHERE job = 'Engineer'")
    expect(answer).not.toContain('I read')
  })
})

test.each([
  'average price of engineers',
  'average price of engines',
  'average price of the universe',
  'average price of sales',
  'average price of umbrellas',
])('"%s" of parts is declined', (question) => {
  expect(ask(question, PARTS).sql).toBe('')
})

test.each(['Which city has the most snow?', 'Which city has the most trains?'])(
  '"%s" of rainy days is declined',
  (question) => {
    expect(ask(question, CITIES).sql).toBe('')
  },
)

test('one of two figures that a word may name is taken, and the answer names both', () => {
  const rain = { name: 'rain_mm', type: 'DOUBLE', samples: ['800.5', '2250.1'] }
  const { sql, answer } = ask('Which city has the most rain?', {
    ...CITIES,
    columns: [...CITIES.columns, rain],
  })
  expect(sql).toContain('rain_mm')
  expect(answer).toContain('I read "rain" as the column "rain_mm", and not as "rainy_days".')
})

test('"How many rainy days does Oslo have?" adds up the column of that name', () => {
  expect(ask('How many rainy days does Oslo have?', CITIES).sql).toContain(
    "sum(rainy_days) AS total_rainy_days FROM cities.cities WHERE city = 'Oslo'",
  )
})
