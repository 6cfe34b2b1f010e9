import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** The only column of a file: its type, its values as a statement reads them, and what the catalog says about it. */
async function columnOf(values: readonly string[], { separator = ',', other = 'x' } = {}) {
  const cells = values.map((value) => (value.includes(separator) ? `"${value}"` : value))
  const content = Buffer.from(
    `v${separator}w\n${cells.map((cell) => `${cell}${separator}${other}\n`).join('')}`,
  )
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'x', format: 'csv', content })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const { output } = await run.call('execute_sql', { generated_sql: 'SELECT v FROM x.x' })
  const [column] = tables[0]?.columns ?? []
  const rows = Array.isArray(output.rows) ? output.rows : []
  return {
    type: column?.type,
    values: rows.map((row) => (typeof row === 'object' && row !== null && 'v' in row ? row.v : undefined)),
    note: column?.description ?? '',
  }
}

test.each<[string, readonly string[], string, readonly string[], RegExp]>([
  [
    'two-digit years after a month in letters',
    ['09-Mar-11', '1-Jun-98'],
    'DATE',
    ['2011-03-09', '1998-06-01'],
    /1969 to 2068/,
  ],
  [
    'two-digit years between spaces',
    ['1 Jun 98', '12 May 04'],
    'DATE',
    ['1998-06-01', '2004-05-12'],
    /1969 to 2068/,
  ],
  [
    'month first, shown by one value',
    ['11/6/18', '5/30/18'],
    'DATE',
    ['2018-11-06', '2018-05-30'],
    /month before the day/,
  ],
  [
    'day first, shown by one value',
    ['11/06/2018', '30/05/2018'],
    'DATE',
    ['2018-06-11', '2018-05-30'],
    /day before the month/,
  ],
  [
    'month first with a time',
    ['5/10/18 4:01', '5/13/18 14:30'],
    'TIMESTAMP',
    ['2018-05-10T04:01:00', '2018-05-13T14:30:00'],
    /month before/,
  ],
  [
    'a time of twelve hours',
    ['5/13/2018 4:01 PM', '5/14/2018 12:30 AM'],
    'TIMESTAMP',
    ['2018-05-13T16:01:00', '2018-05-14T00:30:00'],
    /month before/,
  ],
  [
    'day first with a time',
    ['13/05/2018 04:01', '14/05/2018 23:59'],
    'TIMESTAMP',
    ['2018-05-13T04:01:00', '2018-05-14T23:59:00'],
    /day before/,
  ],
  [
    'points between the parts',
    ['01.02.2020', '03.04.2021'],
    'DATE',
    ['2020-02-01', '2021-04-03'],
    /read as a date/,
  ],
  [
    'a month in letters in front',
    ['Jan 3 2020', 'Feb 14 2021'],
    'DATE',
    ['2020-01-03', '2021-02-14'],
    /read as a date/,
  ],
  ['the year in front', ['2020/1/3', '2021/02/14'], 'DATE', ['2020-01-03', '2021-02-14'], /^/],
  ['the form of ISO 8601', ['2020-01-03', '2021-02-14'], 'DATE', ['2020-01-03', '2021-02-14'], /^$/],
])('dates with %s are read', async (_form, values, type, expected, note) => {
  const column = await columnOf(values)
  expect(column).toMatchObject({ type, values: expected })
  expect(column.note).toMatch(note)
})

test.each([
  ['slashes', ['01/02/2020', '03/04/2021']],
  ['slashes and two-digit years', ['1/2/20', '3/4/21']],
])('dates with %s that fit both orders stay text, and the catalog says why', async (_form, values) => {
  const column = await columnOf(values)
  expect(column).toMatchObject({ type: 'VARCHAR', values })
  expect(column.note).toMatch(/day and month cannot be told apart/)
})

test('a column stays text when one value is not a date', async () => {
  const values = ['13/05/2018', 'unknown', '14/05/2018']
  expect(await columnOf(values)).toMatchObject({ type: 'VARCHAR', values })
})

test.each<[string, readonly string[], string, string, readonly unknown[], RegExp]>([
  ['decimal commas', ['2,5', '-10,25', '7'], ';', 'DOUBLE', [2.5, -10.25, 7], /a comma before the decimals/],
  [
    'points between thousands',
    ['1.234.567,5', '12,25'],
    ';',
    'DOUBLE',
    [1234567.5, 12.25],
    /a point between thousands/,
  ],
  [
    'commas between thousands',
    ['1,234', '12,345', '7'],
    ',',
    'BIGINT',
    [1234, 12345, 7],
    /a comma between thousands/,
  ],
  [
    'commas between thousands and decimals',
    ['1,234.50', '12.25'],
    ',',
    'DOUBLE',
    [1234.5, 12.25],
    /a point before the decimals/,
  ],
  [
    'spaces between thousands',
    ['1 234', '12 345 678'],
    ',',
    'BIGINT',
    [1234, 12345678],
    /a space between thousands/,
  ],
  [
    'apostrophes between thousands',
    ["1'234.5", "12'345.75"],
    ',',
    'DOUBLE',
    [1234.5, 12345.75],
    /an apostrophe between thousands/,
  ],
  [
    'one comma in a file with semicolons',
    ['1,234', '12,345'],
    ';',
    'DOUBLE',
    [1.234, 12.345],
    /a comma before the decimals/,
  ],
])('numbers with %s are read', async (_form, values, separator, type, expected, note) => {
  const column = await columnOf(values, { separator })
  expect(column).toMatchObject({ type, values: expected })
  expect(column.note).toMatch(note)
})

test.each([
  ['one word among them', ['1,5', 'none']],
  ['leading zeros', ['0123,4', '0456,7']],
  ['groups of other lengths', ['12,34,567', '1,2']],
])('numbers with %s stay text', async (_form, values) => {
  expect(await columnOf(values, { separator: ';' })).toMatchObject({ type: 'VARCHAR', values })
})

test('dates in a file without a header are read without losing the first row', async () => {
  const content = Buffer.from('13/05/2018,1\n14/05/2018,2\n')
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'x', format: 'csv', content })
  expect(tables[0]).toMatchObject({ rowCount: 2, columns: [{ type: 'DATE' }, { type: 'BIGINT' }] })
})
