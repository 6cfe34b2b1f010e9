import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

const column = (name: string, type: string, samples: readonly string[], description = '') => ({
  name,
  type,
  samples,
  description,
})

type Sheet = { readonly rowCount: number; readonly columns: readonly object[] }

const SURVEY: Sheet = {
  rowCount: 150,
  columns: [
    column('respondent', 'BIGINT', ['1', '150']),
    column('age', 'BIGINT', ['18', '75']),
    column('country', 'VARCHAR', ['Germany', 'Italy']),
    column('satisfaction', 'BIGINT', ['1', '5']),
    column('would_recommend', 'BOOLEAN', ['true', 'false']),
  ],
}

/** Asks about one uploaded file. The engine returns one row. */
function ask(question: string, name: string, { rowCount, columns }: Sheet, row: object = { number: 7 }) {
  const table = { source: name, table: `${name}.${name}`, dialect: 'duckdb', row_count: rowCount, columns }
  const runSql = () => JSON.stringify({ row_count: 1, rows: [row], step: 2 })
  const { sql, answer } = play(question, { found: { data: [table] }, runSql })
  return { sql: sql.join(), answer }
}

const DECLINED = /^(?:My rules do not understand|I cannot answer|None of the connected tables)/

test('a column that numbers the rows is no figure that conditions compare', () => {
  const older = ask('How many respondents are older than 50?', 'survey', SURVEY)
  expect(older.sql).toBe('SELECT count(*) AS number FROM survey.survey WHERE age > 50')
  const open = ask('How many respondents under 30 would recommend us?', 'survey', SURVEY)
  expect(open.sql).toBe('')
  expect(open.answer).toMatch(DECLINED)
})

const STAFF: Sheet = {
  rowCount: 40,
  columns: [
    column('id', 'BIGINT', ['1', '40']),
    column('name', 'VARCHAR', ['Ada Mann', 'Bo Lund']),
    column('department', 'VARCHAR', ['Sales', 'HR']),
    column('city', 'VARCHAR', ['Berlin', 'Paris']),
    column('salary', 'DECIMAL(18,2)', ['42000.00', '140000.00']),
    column('hired', 'DATE', ['2012-05-05', '2024-02-01']),
    column('remote', 'VARCHAR', ['yes', 'no']),
  ],
}
const SALES: Sheet = {
  rowCount: 80,
  columns: [
    column('order_id', 'BIGINT', ['5001', '5080']),
    column('order_date', 'DATE', ['2023-01-13', '2024-12-31']),
    column('customer', 'VARCHAR', ['Acme Corp', 'Globex']),
    column('country', 'VARCHAR', ['Germany', 'France']),
    column('product', 'VARCHAR', ['Laptop', 'Desk', 'Phone']),
    column('category', 'VARCHAR', ['Computers', 'Furniture', 'Phones']),
    column('units', 'BIGINT', ['1', '12']),
    column('unit_price', 'DECIMAL(18,2)', ['89.90', '1299.00']),
    column('discount', 'BIGINT', ['0', '10'], 'Percent signs are left out: 12.5 means 12.5 %.'),
    column('total', 'DECIMAL(18,2)', ['89.90', '15588.00']),
    column('status', 'VARCHAR', ['shipped', 'returned']),
  ],
}

test('percentages are not added up', () => {
  expect(ask('What is the total discount?', 'sales', SALES)).toEqual({
    sql: '',
    answer: expect.stringMatching(DECLINED),
  })
  expect(ask('What is the average discount?', 'sales', SALES).sql).toContain('avg(discount)')
})

test('the largest group is not the one with the largest value of the only figure', () => {
  expect(ask('Which department is the largest?', 'employees', STAFF).sql).not.toContain('salary')
})

test('the highest figure of each group is not the highest of all rows', () => {
  const { sql } = ask('Employees with the highest salary per department', 'employees', STAFF)
  expect(sql).toContain('SELECT department, max(salary)')
})

test.each(['How many employees have the same name?', 'Are there duplicate names?'])(
  '"%s" compares rows with each other, and is declined',
  (question) => {
    expect(ask(question, 'employees', STAFF)).toEqual({ sql: '', answer: expect.stringMatching(DECLINED) })
  },
)

test('a superlative whose noun the data do not know is declined', () => {
  const { sql, answer } = ask('Highest satisfaction account', 'survey', SURVEY)
  expect(sql).toBe('')
  expect(answer).toContain('"account"')
})

test('an amount of a value is no sum of the only figure', () => {
  const { sql, answer } = ask('How much Paris is there?', 'employees', STAFF)
  expect(sql).toBe('')
  expect(answer).toMatch(DECLINED)
})

test('people of one name have a salary each', () => {
  const { sql } = ask('How much does Ada Mann earn?', 'employees', STAFF)
  expect(sql).toContain("salary FROM employees.employees WHERE name = 'Ada Mann'")
  expect(sql).not.toContain('sum(')
  expect(ask('How much do people in Paris earn in total?', 'employees', STAFF).sql).not.toContain('LIMIT')
})

test('a value that is spelled as in the question is preferred to one in another form', () => {
  expect(ask('What was the revenue from Phones?', 'sales', SALES).sql).toContain("category = 'Phones'")
  expect(ask('What was the revenue from the Phone?', 'sales', SALES).sql).toContain("product = 'Phone'")
})

const STATIONS: Sheet = {
  rowCount: 732,
  columns: [
    column('Date', 'DATE', ['2024-01-01', '2024-12-31']),
    column('Station', 'VARCHAR', ['Oslo', 'Rome']),
    column('Temperature_C', 'DOUBLE', ['-10.6', '32.5']),
    column('Rain_mm', 'DOUBLE', ['0.0', '25.0']),
  ],
}

test('a day with rows of several stations is counted once', () => {
  const { sql, answer } = ask('How many days had more than 10 mm of rain?', 'city_weather', STATIONS)
  expect(sql).toBe(
    'SELECT count(DISTINCT "Date") AS number FROM city_weather.city_weather WHERE "Rain_mm" > 10',
  )
  expect(answer).toContain('The number of days')
})

test.each([
  ['Warmest month', STATIONS, 'city_weather', 'month("Date") ORDER BY'],
  ['Highest rain day', STATIONS, 'city_weather', 'SELECT strftime("Date", \'%Y-%m-%d\') AS day'],
  ['Highest salary employee', STAFF, 'employees', 'SELECT name, salary'],
  ['Cheapest order', SALES, 'sales', 'SELECT order_id, total'],
  ['Highest salary', STAFF, 'employees', 'SELECT max(salary)'],
])('"%s" names what has the extreme, and a figure alone is one number', (question, sheet, name, sql) => {
  expect(ask(question, name, sheet).sql).toContain(sql)
})

test.each([
  ['How many employees work remotely?', "count(*) AS number FROM employees.employees WHERE remote = 'yes'"],
  ['How many remote employees are there?', "WHERE remote = 'yes'"],
  ['How many employees do not work remotely?', "WHERE remote = 'no'"],
  [
    'Average salary of remote employees',
    "avg(salary), 3) AS average_salary FROM employees.employees WHERE remote = 'yes'",
  ],
  ['Average salary by remote', 'GROUP BY 1'],
])('a column of yes and no limits the rows of "%s"', (question, sql) => {
  expect(ask(question, 'employees', STAFF).sql).toContain(sql)
})
