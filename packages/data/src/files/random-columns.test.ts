import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

// Random dates and numbers are written in one of many forms a column and read back: the same value, or the text of the
// file and a note about the column. A value that is neither is wrong without a word.

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

type Column<Value> = {
  readonly write: (value: Value) => string
  readonly values: readonly Value[]
}

async function read(columns: readonly (readonly string[])[]) {
  const names = columns.map((_, place) => `c${place}`)
  const rows = (columns[0] ?? []).map((_, row) => columns.map((texts) => `"${texts[row]}"`).join('\t'))
  const content = Buffer.from(
    `${['key', ...names].join('\t')}\n${rows.map((row, index) => `${index}\t${row}\n`).join('')}`,
  )
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'x', format: 'tsv', content })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const { output } = await run.call('execute_sql', { generated_sql: 'SELECT * FROM x.x ORDER BY key' })
  const found = Array.isArray(output.rows) ? output.rows : []
  const notes = tables[0]?.reading?.notes ?? []
  return names.map((name) => ({
    values: found.map((row) => Reflect.get(Object(row), name)),
    isSaid: notes.some(({ column }) => column === name),
  }))
}

/** Columns of one length, each written in one form. */
function columnsOf<Value>(value: fc.Arbitrary<Value>, forms: readonly ((value: Value) => string)[]) {
  const column = (rows: number) =>
    fc.record({
      write: fc.constantFrom(...forms),
      values: fc.array(value, { minLength: rows, maxLength: rows }),
    })
  return fc
    .integer({ min: 3, max: 12 })
    .chain((rows) => fc.array(column(rows), { minLength: 4, maxLength: 8 }))
}

async function expectMeant<Value>(
  columns: readonly Column<Value>[],
  isMeant: (found: unknown, value: Value) => boolean,
) {
  const found = await read(columns.map(({ write, values }) => values.map(write)))
  for (const [place, { write, values }] of columns.entries()) {
    for (const [row, value] of values.entries()) {
      const read = found[place]?.values[row]
      const isText = found[place]?.isSaid === true && read === write(value)
      expect(isMeant(read, value) || isText, `${JSON.stringify(read)} for ${write(value)}`).toBe(true)
    }
  }
}

const two = (value: number) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const partsOf = (date: Date) => ({
  y: date.getUTCFullYear(),
  yy: two(date.getUTCFullYear() % 100),
  m: date.getUTCMonth() + 1,
  month: MONTHS[date.getUTCMonth()] ?? '',
  d: date.getUTCDate(),
  h: date.getUTCHours(),
  min: two(date.getUTCMinutes()),
})
const clock = ({ h, min }: { h: number; min: string }) =>
  `${h % 12 === 0 ? 12 : h % 12}:${min} ${h < 12 ? 'AM' : 'PM'}`

const DAYS: readonly ((parts: ReturnType<typeof partsOf>) => string)[] = [
  ({ y, m, d }) => `${y}-${two(m)}-${two(d)}`,
  ({ y, m, d }) => `${y}/${two(m)}/${two(d)}`,
  ({ y, m, d }) => `${two(d)}.${two(m)}.${y}`,
  ({ y, m, d }) => `${two(d)}/${two(m)}/${y}`,
  ({ y, m, d }) => `${m}/${d}/${y}`,
  ({ yy, m, d }) => `${m}/${d}/${yy}`,
  ({ yy, month, d }) => `${two(d)}-${month}-${yy}`,
  ({ yy, month, d }) => `${d} ${month} ${yy}`,
  ({ y, month, d }) => `${month} ${d}, ${y}`,
]
const TIMES: typeof DAYS = [
  ({ y, m, d, h, min }) => `${y}-${two(m)}-${two(d)}T${two(h)}:${min}:00Z`,
  ({ y, m, d, h, min }) => `${two(d)}/${two(m)}/${y} ${two(h)}:${min}`,
  ({ y, m, d, ...time }) => `${m}/${d}/${y} ${clock(time)}`,
  ({ yy, m, d, h, min }) => `${m}/${d}/${yy} ${h}:${min}`,
  ({ y, m, d, h, min }) => `${two(d)}.${two(m)}.${y} ${two(h)}:${min}`,
]
const moment = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000))

test('random dates in many forms are read as they are meant, or stay text with a note', async () => {
  const forms = DAYS.map((write) => (date: Date) => write(partsOf(date)))
  await fc.assert(
    fc.asyncProperty(columnsOf(moment, forms), (columns) =>
      expectMeant(columns, (read, date) => read === date.toISOString().slice(0, 10)),
    ),
    { numRuns: 12, seed: 71 },
  )
})

test('random moments in many forms are read as they are meant, or stay text with a note', async () => {
  const forms = TIMES.map((write) => (date: Date) => write(partsOf(date)))
  await fc.assert(
    fc.asyncProperty(columnsOf(moment, forms), (columns) =>
      expectMeant(
        columns,
        (read, date) => String(read).replace(' ', 'T').slice(0, 16) === date.toISOString().slice(0, 16),
      ),
    ),
    { numRuns: 12, seed: 72 },
  )
})

/** The digits of whole cents with marks between thousands and before the decimals. */
function marked(cents: number, thousands: string, decimals: string): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, thousands)
  return `${cents < 0 ? '-' : ''}${whole}${decimals}${two(Math.abs(cents) % 100)}`
}

const NUMBERS: readonly ((cents: number) => string)[] = [
  (cents) => marked(cents, '', '.'),
  (cents) => marked(cents, ',', '.'),
  (cents) => marked(cents, '.', ','),
  (cents) => marked(cents, ' ', ','),
  (cents) => marked(cents, '’', '.'),
  (cents) => marked(cents, '', ','),
  (cents) => (cents < 0 ? `-$${marked(-cents, ',', '.')}` : `$${marked(cents, ',', '.')}`),
  (cents) => `${marked(cents, '.', ',')} €`,
  (cents) => `${marked(cents, '', '.')}%`,
  (cents) => (cents < 0 ? `(${marked(-cents, ',', '.')})` : marked(cents, ',', '.')),
  (cents) => marked(cents, ',', '.').replace('-', '−'),
  (cents) => (cents < 0 ? `${marked(-cents, '', '.')}-` : marked(cents, '', '.')),
]

test('random numbers in many forms are read as they are meant, or stay text with a note', async () => {
  const cents = fc.oneof(
    fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
    fc.integer({ min: -9999, max: 9999 }),
  )
  await fc.assert(
    fc.asyncProperty(columnsOf(cents, NUMBERS), (columns) =>
      expectMeant(columns, (read, value) => read !== null && Number(read) === value / 100),
    ),
    { numRuns: 12, seed: 73 },
  )
})
