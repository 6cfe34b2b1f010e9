import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMusicShop, NO_NETWORK } from '../testing/music-shop.ts'
import { openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
let run: ToolRun
beforeAll(async () => {
  workshop = await openWorkshop()
  const music = await connectMusicShop(workshop, { ownerId: 'ann' })
  run = startRun(workshop, { ownerId: 'ann', sources: [music], egress: NO_NETWORK })
})
afterAll(() => workshop.close())

async function outputOf(generated_sql: string) {
  const { output } = await run.call('execute_sql', { generated_sql })
  return output
}

test.each([
  ['SELECT count(*) AS found FROM customers WHERE country = "Norway"', 2],
  ['SELECT count(*) AS found FROM customers WHERE country IN ("Norway", "Sweden")', 3],
  ['SELECT count(*) AS found FROM customers WHERE name LIKE "A%"', 2],
  ['SELECT count(*) AS found FROM customers WHERE country BETWEEN "N" AND "O"', 2],
  ['SELECT count(*) AS found FROM customers WHERE replace(country, "way", "") = "Nor"', 2],
  ['SELECT count(*) AS found FROM customers WHERE "country" = "Norway"', 2],
])('reads a text in double quotes in SQLite as SQLite does: %s', async (generated_sql, found) => {
  const { rows, notes } = await outputOf(generated_sql)
  expect(rows).toEqual([{ found }])
  expect(notes).toContainEqual(
    expect.stringMatching(/^".+" was read as the text '.+'; write texts in single/),
  )
})

test('keeps a quoted name that nearly is a column, and offers the column', async () => {
  expect(await outputOf('SELECT count(*) FROM customers WHERE id = "discounts"')).toEqual({
    error: expect.stringMatching(/no column "discounts".*did you mean discount/),
  })
})

test.each([
  [
    'SELECT year(day) FROM orders',
    /no function year in sqlite; write CAST\(strftime\('%Y', d\) AS INTEGER\)/,
  ],
  [
    'SELECT id FROM customers JOIN orders ON customer_id = customers.id',
    /Several tables have a column "id"; write customers\.id or orders\.id/,
  ],
  ['SELECT genre FROM orders', /no column "genre".*other tables have items\.genre/],
  ['SELECT o.name FROM orders o JOIN customers c ON c.id = o.customer_id', /did you mean customers\.name\?/],
  ['SELECT customers.name FROM orders', /add customers to FROM/],
  ['SELECT order_id, genre FROM positions', /no table positions; did you mean .*music\.items/],
])('repairs the error of %s', async (generated_sql, sentence) => {
  expect(await outputOf(generated_sql)).toEqual({ error: expect.stringMatching(sentence) })
})
