import { expect, test } from 'vitest'
import { type AskedColumn, askFile, column } from './testing/ask-file.ts'

type Sheet = { readonly rowCount: number; readonly columns: readonly AskedColumn[] }

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

const ask = (question: string, name: string, sheet: Sheet, row?: object) =>
  askFile(question, { name, ...sheet, ...(row && { row }) })

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
/** What the reader of a file says of a column of amounts. */
const READ_AS =
  'Text in the file, read as numbers with a point before the decimals and a comma between thousands.'
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
    { ...column('unit_price', 'DECIMAL(18,2)', ['89.90', '1299.00']), description: READ_AS },
    {
      ...column('discount', 'BIGINT', ['0', '10']),
      description: 'Percent signs are left out: 12.5 means 12.5 %.',
    },
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
  expect(ask('How many phones were sold?', 'sales', SALES).sql).toContain("product = 'Phone'")
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

const EXPENSES: Sheet = {
  rowCount: 70,
  columns: [
    column('Datum', 'DATE', ['2024-01-03', '2024-12-31']),
    column('Category', 'VARCHAR', ['Travel', 'Meals']),
    column('Employee', 'VARCHAR', ['Anna', 'Ben']),
    column('Amount', 'DECIMAL(18,2)', ['5.10', '2990.00']),
  ],
}

test.each([
  ['How many laptops were sold?', "sum(units) AS total_units FROM sales.sales WHERE product = 'Laptop'"],
  [
    'How many phones did we sell in 2024?',
    'sum(units) AS total_units FROM sales.sales WHERE year(order_date) = 2024',
  ],
  [
    'Who bought the most laptops?',
    "SELECT customer, sum(units) AS total_units FROM sales.sales WHERE product = 'Laptop'",
  ],
  ['How much did we sell in Germany?', 'sum(total) AS "total" FROM sales.sales WHERE country = \'Germany\''],
  ['What is our best customer?', 'SELECT customer, sum(total)'],
  ['Which product brings in the most revenue?', 'SELECT product, sum(total)'],
  ['How did sales develop over time?', "SELECT strftime(order_date, '%Y-%m') AS month, sum(total)"],
  ['Compare sales in 2023 and 2024', 'SELECT year(order_date) AS year, sum(total)'],
  ['What was the revenue in 2023 vs 2024?', 'SELECT year(order_date) AS year, sum(total)'],
  ['Revenue by product and year', 'SELECT year(order_date) AS year, product, sum(total)'],
  [
    'Which customers bought desks?',
    "SELECT customer, count(*) AS number FROM sales.sales WHERE product = 'Desk'",
  ],
  ['How many orders are above $5,000?', 'count(*) AS number FROM sales.sales WHERE total > 5000'],
  ['How many orders between 1000 and 2000 dollars?', 'WHERE total >= 1000 AND total <= 2000'],
  ['List all products', 'SELECT product, count(*)'],
  ['What are the order statuses?', 'SELECT status, count(*)'],
  ['Show me some orders', 'SELECT * FROM sales.sales LIMIT 5'],
  ['Show me the orders', 'SELECT * FROM sales.sales LIMIT 5'],
])('a table of sales answers "%s"', (question, sql) => {
  expect(ask(question, 'sales', SALES).sql.replaceAll('AS total ', 'AS "total" ')).toContain(sql)
})

test('years that do not follow each other are declined, and a unit that is no money is too', () => {
  expect(ask('Compare sales in 2021 and 2024', 'sales', SALES).sql).toBe('')
  expect(ask('How many orders are above 5 kilograms?', 'sales', SALES).sql).toBe('')
})

test.each([
  ['Who works in Berlin?', 'SELECT name'],
  ['Which employees earn more than 80000?', 'WHERE salary > 80000'],
  [
    'How many people earn more than 80,000?',
    'SELECT count(*) AS number FROM employees.employees WHERE salary > 80000',
  ],
  ['Who earns between 60000 and 70000?', 'WHERE salary >= 60000 AND salary <= 70000'],
  ['How many people were hired each year?', 'SELECT year(hired) AS year, count(*)'],
  ['Which department has the fewest people?', 'ORDER BY number ASC'],
  ['Which departments exist?', 'SELECT department, count(*)'],
])('a table of staff answers "%s"', (question, sql) => {
  expect(ask(question, 'employees', STAFF).sql).toContain(sql)
})

test.each([
  ['How much did Anna spend?', 'WHERE "Employee" = \'Anna\''],
  ['How much was spent on travel?', 'WHERE "Category" = \'Travel\''],
  ['Expenses by category', 'SELECT "Category", sum("Amount")'],
  ['Who spent the most?', 'SELECT "Employee", sum("Amount")'],
  ['Which expenses are over 2,000 €?', '"Amount" > 2000'],
  ['Expenses over 2000', 'SELECT * FROM expenses.expenses WHERE "Amount" > 2000'],
  ['Spending by employee', 'SELECT "Employee", sum("Amount")'],
  ['How many expenses are there?', 'SELECT count(*)'],
])('a table of expenses answers "%s"', (question, sql) => {
  expect(ask(question, 'expenses', EXPENSES).sql).toContain(sql)
})

test('a temperature in degrees Celsius is compared by warmth and shown with its unit', () => {
  const warm = ask('How many days were warmer than 25 degrees in Rome?', 'city_weather', STATIONS)
  expect(warm.sql).toContain('WHERE "Temperature_C" > 25')
  const row = { average_temperature_c: 11.07 }
  const { answer } = ask('What was the average temperature?', 'city_weather', STATIONS, row)
  expect(answer).toContain('The average temperature is 11.07 °C')
})

test('a comparison without a figure is declined', () => {
  const { sql, answer } = ask('Compare Oslo and Rome', 'city_weather', STATIONS)
  expect(sql).toBe('')
  expect(answer).toMatch(DECLINED)
})

test('a question for what can be asked is answered with examples', () => {
  expect(ask('What can I ask?', 'sales', SALES).answer).toContain('Ask, for example')
})

test('a figure that does not add up is declined for two years, unless the question says how', () => {
  expect(ask('What was the temperature in 2023 and 2024?', 'city_weather', STATIONS).sql).toBe('')
  const { sql } = ask('Compare the average temperature in 2023 and 2024', 'city_weather', STATIONS)
  expect(sql).toContain('SELECT year("Date") AS year, round(avg("Temperature_C"), 3)')
})

test('what a person spends on is no amount, and costs of a unit are not added up', () => {
  expect(ask('What did Anna spend on?', 'expenses', EXPENSES)).toEqual({
    sql: '',
    answer: expect.stringMatching(DECLINED),
  })
  const { sql } = ask('Which product has the lowest unit price?', 'sales', SALES)
  expect(sql).toContain('min(unit_price)')
})

test('a line of amounts by month keeps the months of two years apart', () => {
  const line = ask('Show revenue per month as a line chart', 'sales', SALES)
  expect(line.sql).toContain("SELECT strftime(order_date, '%Y-%m') AS month, sum(total)")
  expect(ask('Revenue per month', 'sales', SALES).sql).toContain("strftime(order_date, '%B')")
  const average = ask('Average temperature per month as a line chart', 'city_weather', STATIONS)
  expect(average.sql).toContain('strftime("Date", \'%B\')')
})
