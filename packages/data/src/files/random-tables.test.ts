import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { makeWorkbook } from '../testing/workbook.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

// Random tables are written in a random dialect and read back: the same values, or a note about their column.

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function read(content: Uint8Array, format: 'csv' | 'xlsx') {
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'x', format, content })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const { output } = await run.call('execute_sql', { generated_sql: 'SELECT * FROM x.x ORDER BY key' })
  return { rows: Array.isArray(output.rows) ? output.rows : [], notes: tables[0]?.reading?.notes ?? [] }
}

type Cell = { readonly kind: 'number' | 'day' | 'word'; readonly value: number | string }

const number = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100)
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const word = fc
  .array(
    fc.constantFrom(
      'Oslo',
      'Århus',
      'a,b',
      'x;y',
      'tab\there',
      'say "no"',
      'two\nlines',
      'p|q',
      'O’Hara',
      '東京',
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(' '))
const kinds = { number, day, word }

const table = fc
  .array(fc.constantFrom<Cell['kind']>('number', 'day', 'word'), { minLength: 1, maxLength: 4 })
  .chain((columns) =>
    fc.array(
      fc.tuple(
        ...columns.map((kind) =>
          fc.option(
            kinds[kind].map((value): Cell => ({ kind, value })),
            { freq: 8 },
          ),
        ),
      ),
      { minLength: 4, maxLength: 12 },
    ),
  )

const dialect = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n'),
  quotesAll: fc.boolean(),
  isGerman: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-16le'),
  title: fc.boolean(),
})
type Dialect = typeof dialect extends fc.Arbitrary<infer Value> ? Value : never

const names = ['first', 'second', 'third', 'fourth']

function textOf(cell: Cell | null, { isGerman }: Dialect): string {
  if (!cell) return ''
  if (cell.kind === 'day' && isGerman) return String(cell.value).split('-').toReversed().join('.')
  if (cell.kind !== 'number') return String(cell.value)
  return isGerman
    ? Number(cell.value).toLocaleString('de-DE', { minimumFractionDigits: 2 })
    : Number(cell.value).toFixed(2)
}

function written(rows: readonly (readonly (Cell | null)[])[], form: Dialect): Buffer {
  const { separator, end, quotesAll, encoding, title } = form
  const quoted = (text: string) =>
    quotesAll || /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
  const width = rows[0]?.length ?? 0
  const header = ['key', ...names.slice(0, width)]
  const lines = [
    header,
    ...rows.map((row, index) => [String(index + 1), ...row.map((cell) => textOf(cell, form))]),
  ]
  const above = title ? [`Report of the year${separator.repeat(width)}`, separator.repeat(width)] : []
  const text = [...above, ...lines.map((line) => line.map(quoted).join(separator))].join(end) + end
  return encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(`\ufeff${text}`, 'utf16le')
}

test('random tables in random dialects are read back, or a note names the column', async () => {
  await fc.assert(
    fc.asyncProperty(table, dialect, async (rows, form) => {
      const found = await read(written(rows, form), 'csv')
      expect(found.rows).toHaveLength(rows.length)
      for (const [index, row] of rows.entries()) {
        for (const [place, cell] of row.entries()) {
          const name = names[place] ?? ''
          const value = Reflect.get(Object(found.rows[index]), name) ?? null
          const isSaid = found.notes.some(({ column }) => column === name)
          const wanted = cell?.value ?? null
          const isSame = typeof wanted === 'number' ? Number(value) === wanted : value === wanted
          const isText = isSaid && value === textOf(cell, form)
          expect(isSame || isText, `${JSON.stringify(value)} for ${JSON.stringify(wanted)} in ${name}`).toBe(
            true,
          )
        }
      }
    }),
    { numRuns: 40, seed: 61 },
  )
})

test('random workbooks are read back value by value', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const width = rows[0]?.length ?? 0
      const cells = rows.map((row, index) => [
        index + 1,
        ...row.map((cell) => (cell?.kind === 'day' ? new Date(String(cell.value)) : (cell?.value ?? null))),
      ])
      const found = await read(makeWorkbook({ S: [['key', ...names.slice(0, width)], ...cells] }), 'xlsx')
      const wanted = rows.map((row) => row.map((cell) => cell?.value ?? null))
      expect(
        found.rows.map((row) => names.slice(0, width).map((name) => Reflect.get(Object(row), name) ?? null)),
      ).toEqual(wanted)
    }),
    { numRuns: 20, seed: 62 },
  )
})
