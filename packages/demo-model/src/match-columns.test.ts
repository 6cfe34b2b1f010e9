import { expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'

/** Asks about a table of staff; the engine gives one person. */
function ask(question: string, table = 'staff.staff'): { sql: string; answer: string } {
  const columns = [
    { name: 'employee_id', type: 'BIGINT', samples: ['1', '2'] },
    { name: 'first_name', type: 'VARCHAR', samples: ['Anna', 'Ben'] },
    { name: 'last_name', type: 'VARCHAR', samples: ['Schmidt', 'Okoro'] },
    { name: 'department', type: 'VARCHAR', samples: ['Sales', 'Support'] },
    { name: 'salary', type: 'BIGINT', samples: ['42000', '44650'] },
    { name: 'age', type: 'BIGINT', samples: ['24', '27'] },
    { name: 'hire_date', type: 'DATE', samples: ['2015-01-03', '2016-02-04'] },
  ]
  const data = [{ source: 'staff', table, dialect: 'duckdb', row_count: 12, columns }]
  const rows = [{ name: 'Anna Schmidt', salary: 42_000, age: 24, number: 1 }]
  const runSql = () => JSON.stringify({ row_count: 1, rows, step: 2 })
  const { sql, answer } = play(question, { found: { data }, runSql })
  return { sql: sql.join(), answer }
}

test.each([
  ['Who has the highest salary?', 'salary DESC'],
  ['Which employee has the lowest salary?', 'salary ASC'],
  ['Who earns the most?', 'salary DESC'],
  ['Who is the oldest employee?', 'age DESC'],
  ['Who is the youngest in Sales?', 'age ASC'],
])('"%s" is answered with both parts of a name', (question, order) => {
  const { sql, answer } = ask(question)
  expect(sql).toContain("concat(first_name, ' ', last_name) AS name")
  expect(sql).toContain(order)
  expect(answer).toContain('**Anna Schmidt**')
})

test('what is most expensive, and what is most in stock, are the price and the sum', () => {
  const columns = [
    { name: 'product_name', type: 'VARCHAR', samples: ['Lamp', 'Desk'] },
    { name: 'supplier', type: 'VARCHAR', samples: ['Nord', 'West'] },
    { name: 'price', type: 'DOUBLE', samples: ['5.99', '70.5'] },
    { name: 'stock', type: 'BIGINT', samples: ['7', '80'] },
    { name: 'launched', type: 'DATE', samples: ['2018-01-15', '2023-12-15'] },
  ]
  const data = [{ source: 'shop', table: 'shop.products', dialect: 'duckdb', row_count: 40, columns }]
  const runSql = () => JSON.stringify({ row_count: 1, rows: [{ supplier: 'Nord', total_stock: 7 }], step: 2 })
  const sqlOf = (question: string) => play(question, { found: { data }, runSql }).sql.join()
  expect(sqlOf('Which product is the most expensive?')).toContain('ORDER BY price DESC')
  expect(sqlOf('Which supplier has the most stock?')).toContain('sum(stock)')
  expect(sqlOf('What is the total stock?')).toContain('sum(stock)')
  expect(sqlOf('What is the total stock value?')).toBe('')
})

test('people of orders name no order', () => {
  expect(ask('Which order has the highest salary?', 'orders.orders').sql).toBe('')
})

test.each([
  ['How many employees work in Sales?', "WHERE department = 'Sales'"],
  ['How many employees are older than 40?', 'WHERE age > 40'],
  ['How many people were hired before 2018?', 'WHERE year(hire_date) <= 2017'],
])('"%s" counts the people', (question, condition) => {
  expect(ask(question).sql).toContain(`SELECT count(*) AS number FROM staff.staff ${condition}`)
})

test('an amount that is also a value counts no rows of it', () => {
  expect(ask('Sales by month').sql).toBe('')
})
