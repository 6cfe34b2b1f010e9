import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMusicShop, NO_NETWORK } from '../testing/music-shop.ts'
import { startComputing } from '../testing/start-computing.ts'
import { connectSamples, openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
let music: QueryableSource
let run: ToolRun

beforeAll(async () => {
  workshop = await openWorkshop()
  music = await connectMusicShop(workshop, { ownerId: 'ann' })
  const samples = await connectSamples(workshop, { ownerId: 'ann', names: ['movies'] })
  run = startRun(workshop, { ownerId: 'ann', sources: [music, ...samples], egress: NO_NETWORK })
})
afterAll(() => workshop.close())

async function notesOf(generated_sql: string): Promise<unknown> {
  const { status, output, content } = await run.call('execute_sql', { generated_sql })
  expect({ status, error: output.error }).toEqual({ status: 'ok', error: undefined })
  // The model reads what the trace shows.
  expect(JSON.parse(content).notes).toEqual(output.notes)
  return output.notes
}

test.each([
  [
    'a value in another case',
    "SELECT count(*) FROM customers WHERE country = 'norway'",
    "customers.country does not hold 'norway'. The nearest values are 'Norway'.",
  ],
  [
    'a value in no letter case',
    "SELECT count(*) FROM customers WHERE lower(country) = 'norwey'",
    "lower(customers.country) is never 'norwey'. The nearest values are 'Norway'.",
  ],
  [
    'a value in a list',
    "SELECT count(*) FROM customers c WHERE c.country IN ('Sweden', 'Danmark')",
    "customers.country does not hold 'Danmark'. The nearest values are 'Denmark'.",
  ],
  [
    'a value that is stored with blanks',
    "SELECT id FROM customers WHERE country = 'Iceland'",
    "customers.country does not hold 'Iceland' but ' Iceland', with blanks around it. Compare with trim(country).",
  ],
  [
    'conditions that exclude each other',
    "SELECT id FROM customers WHERE country = 'Norway' AND discount = 1",
    "No row meets all conditions together, although each alone is met: country = 'Norway'; discount = 1.",
  ],
  [
    'a join that repeats a summed row',
    'SELECT sum(o.paid) FROM orders o JOIN items i ON i.order_id = o.id',
    'The join with items repeats a row of orders up to 2 times, so sum(paid) counts it as often. Aggregate before joining.',
  ],
  [
    'a join that repeats listed rows',
    'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.id = 1',
    '1 of 2 rows repeat another one, because orders holds several rows for one of customers. Use DISTINCT where each counts once.',
  ],
  [
    'a group by a name that is not unique',
    'SELECT c.name, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
    "name is not unique in customers: 2 rows are named 'Ann'. Group by id too.",
  ],
  [
    'an average of averages',
    'SELECT avg(mean) FROM (SELECT avg(paid) AS mean FROM orders GROUP BY customer_id)',
    'The result is an average of averages: small groups weigh as much as large ones. Average the rows themselves unless that is meant.',
  ],
  [
    'dates that are compared as text',
    "SELECT id FROM orders WHERE day > '2/1/2024'",
    "orders.day holds dates as text such as '3/14/2024'; comparing them compares characters, not dates. Convert them first.",
  ],
  [
    'one row of several that tie',
    'SELECT id FROM orders ORDER BY paid DESC LIMIT 1',
    'LIMIT 1 shows one of 2 rows that tie for the first place (paid = 30).',
  ],
  [
    'a count of a column with missing values',
    'SELECT count(discount) FROM customers',
    'count(discount) leaves out rows without a value, of which customers has 1. Use count(*) to count rows.',
  ],
  [
    'tables that no condition joins',
    'SELECT count(*) FROM customers, orders',
    'No condition joins orders with customers: each row of one is combined with each row of the other.',
  ],
  [
    'a join by other columns than the key',
    'SELECT count(*) FROM customers JOIN orders ON orders.id = customers.id',
    'orders.id = customers.id is no declared key; the key is orders.customer_id = customers.id.',
  ],
  [
    'a join by a key of another table',
    'SELECT count(*) FROM customers JOIN items ON items.order_id = customers.id',
    'items.order_id = customers.id joins by a key of another table: items.order_id leads to orders.id.',
  ],
  [
    'a condition that undoes an outer join',
    'SELECT c.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.paid > 10',
    'The condition o.paid > 10 drops the rows that LEFT JOIN keeps without a match in orders; move it into ON to keep them.',
  ],
  [
    'a column that is neither grouped nor aggregated',
    'SELECT day, customer_id, count(*) FROM orders GROUP BY customer_id',
    'orders.day is neither grouped nor aggregated: SQLite takes it from any row of the group.',
  ],
  [
    'a comparison with several rows',
    'SELECT id FROM customers WHERE id = (SELECT customer_id FROM orders)',
    'The SELECT behind = has 4 rows; SQLite compares with the first alone. Use IN, or a condition that leaves one row.',
  ],
  [
    'groups of one row each',
    'SELECT id FROM orders GROUP BY id HAVING count(*) > 1',
    'Every group has one row, because orders.id has no value twice; group by what should be counted.',
  ],
  [
    'an exclusion by a missing value',
    'SELECT id FROM orders WHERE paid NOT IN (SELECT discount FROM customers)',
    'NOT IN is true for no row, because customers.discount has rows without a value. Leave them out with IS NOT NULL.',
  ],
  [
    'an exclusion of single details',
    "SELECT order_id FROM items WHERE genre <> 'Rock'",
    "1 of the values of order_id also have a row with genre = 'Rock'; genre <> 'Rock' excludes only that row. Use NOT IN to exclude them.",
  ],
  [
    'a join without a common value',
    'SELECT c.id FROM customers c JOIN items i ON i.genre = c.country',
    'The result is empty because no value of items.genre occurs in customers.country; join by other columns.',
  ],
  [
    'a value that a file does not hold',
    "SELECT count(*) FROM movies.movies WHERE Major_Genre = 'comedy'",
    "movies.Major_Genre does not hold 'comedy'. The nearest values are 'Comedy', 'Black Comedy', 'Romantic Comedy'.",
  ],
  [
    'a text that is compared with numbers',
    "SELECT id FROM orders WHERE customer_id = 'Ann'",
    "orders.customer_id does not hold 'Ann'. It holds values such as '1', '2', '3'.",
  ],
  [
    'a pattern that no value is like',
    "SELECT id FROM customers WHERE country LIKE '%the Norway%'",
    "customers.country has no value like '%the Norway%'. The nearest values are 'Norway'.",
  ],
  [
    'a condition that no row meets',
    'SELECT id FROM orders WHERE paid > (SELECT max(paid) FROM orders)',
    'The result is empty because no row meets the condition paid > (SELECT max(paid) FROM orders).',
  ],
  [
    'nested conditions that exclude each other',
    'SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE discount = 0) AND paid = 8',
    'No row meets all conditions together, although each alone is met: customer_id IN (SELECT id FROM customers WHERE discount = 0); paid = 8.',
  ],
  [
    'groups that the rows do not name',
    'SELECT max(paid), min(paid) FROM orders GROUP BY customer_id',
    'The 3 rows do not show which group each is of: add customer_id to the SELECT list, or leave out GROUP BY for one figure of all rows.',
  ],
  [
    'groups of one row each that the rows do not name',
    'SELECT count(*), day FROM orders GROUP BY orders.id',
    'Every group has one row, because orders.id has no value twice; group by what should be counted.',
  ],
])('notes %s', async (_what, generated_sql, note) => {
  expect(await notesOf(generated_sql)).toContainEqual(note)
})

/** The shop with texts that its owner wrote. */
async function notesWith(descriptions: Readonly<Record<string, string>>, generated_sql: string) {
  const tables = music.tables.map((table) => {
    const columns = table.columns.map((column) => {
      return { ...column, description: descriptions[column.name] ?? column.description }
    })
    return { ...table, columns }
  })
  const described = { ...music, tables }
  const own = startRun(workshop, { ownerId: 'ann', sources: [described], egress: NO_NETWORK })
  const { status, output } = await own.call('execute_sql', { generated_sql })
  expect({ status, error: output.error }).toEqual({ status: 'ok', error: undefined })
  return output.notes
}

test.each([
  [
    'a share where the column holds percents',
    { discount: 'Discount in percent.' },
    'SELECT id FROM customers WHERE discount > 0.5',
    'customers.discount holds percents, up to 5: 0.5 means 0.5 %. Write 50 for 50 %.',
  ],
  [
    'percents that are multiplied once more',
    { discount: 'Discount in percent.' },
    'SELECT avg(discount) * 100 AS mean FROM customers',
    'customers.discount holds percents already, up to 5; leave out the factor 100.',
  ],
  [
    'a name of another unit than the column',
    { paid: 'Paid amount in cents.' },
    'SELECT sum(paid) AS revenue_eur FROM orders',
    'The name revenue_eur says EUR, but orders.paid holds cents, and nothing converts them.',
  ],
  [
    'a sum of two units',
    { paid: 'in EUR', id: 'in USD' },
    'SELECT paid + id AS both FROM orders',
    'orders.paid holds EUR and orders.id holds USD; convert one before adding them.',
  ],
] as const)('notes %s', async (_what, descriptions, generated_sql, note) => {
  expect(await notesWith(descriptions, generated_sql)).toContainEqual(note)
})

test.each([
  [{ discount: 'Discount in percent.' }, 'SELECT id FROM customers WHERE discount > 1.5'],
  [{ paid: 'Paid amount in cents.' }, 'SELECT sum(paid) / 100.0 AS revenue_eur FROM orders'],
  [{ paid: 'in EUR' }, 'SELECT sum(paid) AS revenue_eur FROM orders'],
  [{ paid: 'in EUR', id: 'in USD' }, 'SELECT paid + id * 0.9 AS both FROM orders'],
  [{ discount: 'Discount in percent.' }, 'SELECT 100 * sum(discount) / count(*) AS mean FROM customers'],
])('has no note on units that fit: %j %s', async (descriptions, generated_sql) => {
  expect(await notesWith(descriptions, generated_sql)).toBeUndefined()
})

test('notes a result of far more rows than a reader sees', async () => {
  const many = 'SELECT a.id FROM items a CROSS JOIN items b CROSS JOIN items c CROSS JOIN items d'
  const all = `${many} CROSS JOIN items e CROSS JOIN items f CROSS JOIN items g CROSS JOIN items h`
  expect(await notesOf(all)).toContainEqual(
    'The result has 390,625 rows, and 200 are shown. Count or add up in SQL, or limit the rows.',
  )
})

test.each([
  "SELECT count(*) FROM customers WHERE country = 'Norway'",
  'SELECT sum(i.price) FROM orders o JOIN items i ON i.order_id = o.id',
  'SELECT sum(o.paid) FROM customers c JOIN orders o ON o.customer_id = c.id',
  'SELECT c.id, c.name, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name',
  'SELECT c.name, count(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id',
  'SELECT country, count(*) FROM customers GROUP BY country HAVING count(*) > 1',
  'SELECT id FROM orders WHERE day IS NOT NULL AND paid > 1000',
  'SELECT c.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL',
  'SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)',
  'SELECT name FROM customers WHERE id IN (SELECT id FROM customers WHERE discount > 1)',
  'SELECT id FROM orders ORDER BY paid LIMIT 1',
  'SELECT count(*) FROM customers a, customers b WHERE a.id < b.id',
  "WITH n AS (SELECT id FROM customers WHERE country = 'Norway') SELECT count(*) FROM orders JOIN n ON n.id = customer_id",
  'SELECT max(paid), day FROM orders',
  "SELECT count(*) FROM customers WHERE country IS NOT NULL AND country <> ''",
  "SELECT id FROM customers WHERE country LIKE 'Nor%'",
  "SELECT count(*) FROM customers WHERE lower(country) = 'norway'",
  "SELECT count(*) FROM customers WHERE lower(name) = 'norway' OR lower(country) = 'norway'",
  "SELECT id FROM customers WHERE country NOT LIKE '%x%'",
  "SELECT id FROM orders WHERE paid = '30'",
  'SELECT genre, count(*) FROM items WHERE id < 3 GROUP BY genre',
])('has no note on %s', async (generated_sql) => {
  expect(await notesOf(generated_sql)).toBeUndefined()
})

test('judges a statement of any length without delay', async () => {
  const many = Array.from({ length: 8000 }, (_, index) => `'x${index}'`).join(', ')
  const computedMs = startComputing()
  expect(await notesOf(`SELECT count(*) FROM customers WHERE country IN (${many})`)).toBeUndefined()
  // This limit detects a freeze.
  expect(computedMs()).toBeLessThan(8000)
})

test("does not look at another user's values", async () => {
  const eve = startRun(workshop, { ownerId: 'eve', sources: [music], egress: NO_NETWORK })
  const generated_sql = "SELECT count(*) FROM customers WHERE country = 'norway'"
  await expect(eve.call('execute_sql', { generated_sql })).rejects.toMatchObject({ code: 'internal' })
})
