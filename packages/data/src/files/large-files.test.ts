import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** Long rows, so that the smallest file that counts as large has few of them. */
const PADDING = 'x'.repeat(325)
/** More rows than the engine reads to choose the types. */
const ROWS = 105_000

/** Ingests a file that is too large to be read value by value: equal rows, and the rows of `last` at its end. */
async function read(header: string, { usual, last }: { usual: string; last: readonly (string | Buffer)[] }) {
  async function* pieces() {
    yield Buffer.from(`${header},padding\n`)
    const piece = Buffer.from(`${usual},${PADDING}\n`.repeat(ROWS / 100))
    for (let written = 0; written < 100; written++) yield piece
    for (const row of last) yield Buffer.concat([Buffer.from(row), Buffer.from(`,${PADDING}\n`)])
  }
  const upload = { ...workshop, ownerId: 'ann', name: 'x', format: 'csv' as const, content: pieces() }
  const { tables } = await ingestFile(upload)
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const ask = async (sql: string) => (await run.call('execute_sql', { generated_sql: sql })).output.rows
  const columns = (tables[0]?.columns ?? []).filter(({ name }) => name !== 'padding')
  return {
    ask,
    rowCount: tables[0]?.rowCount,
    types: columns.map(({ type }) => type),
    notes: (tables[0]?.reading?.notes ?? []).map(({ column, text }) => `${column}: ${text}`),
  }
}

test('a large file of plain values keeps its types and its sums', async () => {
  const { ask, types, notes, rowCount } = await read('id,day,at,amount,city', {
    usual: '7,2024-01-31,2024-01-31 10:20:30,0.25,Oslo',
    last: ['-8,2024-02-29,2024-02-29 23:59:59,1e3,Århus'],
  })
  expect(types).toEqual(['BIGINT', 'DATE', 'TIMESTAMP', 'DOUBLE', 'VARCHAR'])
  expect(notes).toEqual(['at_2: The name in the file, “at”, is a reserved word of SQL.'])
  expect(rowCount).toBe(ROWS + 1)
  expect(await ask('SELECT sum(id) AS n, sum(amount) AS amount, max(day) AS day FROM x.x')).toEqual([
    { n: 7 * ROWS - 8, amount: 0.25 * ROWS + 1000, day: '2024-02-29' },
  ])
})

test('no value of a large file is lost or changed when the last values are unlike the first', async () => {
  const { ask, types, notes } = await read('code,count,rate,day,long,word', {
    usual: '12345,7,1.5,2024-01-31,1.5,2',
    last: ['00123,2.5,nan,31/01/2024,12345678901234567890.123456,unknown', '67890,1,-,2024-02-01,1.5,3'],
  })
  expect(types).toEqual(['VARCHAR', 'DOUBLE', 'DOUBLE', 'VARCHAR', 'DECIMAL(38,6)', 'VARCHAR'])
  expect(notes.join('\n')).toMatch(/code: Values begin with 0.*rate: .*2 values such as NA.*day: 1 of/s)
  expect(notes).toContain('word: 1 of 105002 values are unlike the others, such as “unknown”. Kept as text.')
  expect(
    await ask(
      "SELECT code, count, rate, day, CAST(long AS VARCHAR) AS long, word FROM x.x WHERE word = 'unknown'",
    ),
  ).toEqual([
    {
      code: '00123',
      count: 2.5,
      rate: null,
      day: '31/01/2024',
      long: '12345678901234567890.123456',
      word: 'unknown',
    },
  ])
})

test('the notes on a large file name a total in its last row', async () => {
  const { ask, notes } = await read('town,n', { usual: 'Oslo,1', last: [`City total,${ROWS}`] })
  expect(notes.join()).toContain('Rows that look like totals or means are kept: “City total”')
  expect(await ask("SELECT sum(n) AS n FROM x.x WHERE town = 'Oslo'")).toEqual([{ n: ROWS }])
})

test('letters in Latin-1 at the end of a large file are kept', async () => {
  const { ask, notes } = await read('town,n', { usual: 'Oslo,1', last: [Buffer.from('Århus,2', 'latin1')] })
  expect(notes.join()).toContain('The file does not state its encoding')
  expect(await ask('SELECT town FROM x.x WHERE n = 2')).toEqual([{ town: 'Århus' }])
})

test('whole numbers of a large file may have a plus, a blank in front, or be -0', async () => {
  const { ask, types } = await read('n,day', {
    usual: '5,2024-01-31',
    last: ['+7,2024-02-01', ' 8,2024-02-02', '-0,2024-02-03'],
  })
  expect(types).toEqual(['BIGINT', 'DATE'])
  expect(await ask('SELECT sum(n) AS n, count(n) AS c FROM x.x')).toEqual([{ n: 5 * ROWS + 15, c: ROWS + 3 }])
})

test('dates of a large file such as infinity, or with a year of five digits, are not changed', async () => {
  const { ask, types } = await read('day,n', { usual: '2024-01-31,1', last: ['infinity,2', '12024-01-31,3'] })
  expect(types).toEqual(['VARCHAR', 'BIGINT'])
  expect(await ask('SELECT day FROM x.x WHERE n > 1 ORDER BY n')).toEqual([
    { day: 'infinity' },
    { day: '12024-01-31' },
  ])
})

test('integers of a large file that 64 bits cannot hold stay exact', async () => {
  const { ask, types } = await read('id,n', {
    usual: '1234567890123456789,1',
    last: ['92233720368547758070,2'],
  })
  expect(types).toEqual(['DECIMAL(38,0)', 'BIGINT'])
  expect(await ask('SELECT CAST(id AS VARCHAR) AS id FROM x.x WHERE n = 2')).toEqual([
    { id: '92233720368547758070' },
  ])
})

test('a JSON document too large for memory gives a table for each of its arrays', async () => {
  const note = 'x'.repeat(600)
  async function* pieces() {
    yield Buffer.from('{"made":"2024-01-31","orders":[')
    for (let piece = 0; piece < 70; piece++) {
      const orders = Array.from({ length: 1700 }, (_, index) => {
        const id = piece * 1700 + index
        return `{"id":${id},\n"amount":0.25,"long":9007199254740993,"note":"${note}"}`
      })
      yield Buffer.from(`${piece === 0 ? '' : ','}${orders.join()}`)
    }
    yield Buffer.from(',{"id":-1,"late":"only here"}],"shop":{"cities":[{"name":"Oslo"},{"name":"}]"}]}}')
  }
  const upload = { ...workshop, ownerId: 'ann', name: 'x', format: 'json' as const, content: pieces() }
  const { tables } = await ingestFile(upload)
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['orders', 119_001],
    ['cities', 2],
  ])
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const ask = async (sql: string) => (await run.call('execute_sql', { generated_sql: sql })).output.rows
  const orders = `SELECT count(id) AS n, sum(amount) AS amount, CAST(max(long) AS VARCHAR) AS long, max(late) AS late FROM x.orders`
  expect(await ask(orders)).toEqual([
    { n: 119_001, amount: 29_750, long: '9007199254740993', late: 'only here' },
  ])
  expect(await ask('SELECT name FROM x.cities ORDER BY name')).toEqual([{ name: 'Oslo' }, { name: '}]' }])
})
