import { expect, test } from 'vitest'
import { indexRows } from '../whole/index-rows.ts'
import { openValueKeeper, splitAttachment } from './kept-values.ts'

const COLUMNS = [
  { name: 'shop', type: 'VARCHAR' },
  { name: 'revenue', type: 'DECIMAL(12,2)' },
]
const ROWS = [
  { shop: 'Café {"1"},', revenue: '12.50' },
  { shop: 'Ink', revenue: null },
  { shop: null, revenue: '7.25' },
]
const texts = ROWS.map((row) => JSON.stringify(row))
const rowsText = Buffer.from(`[${texts.join(',')}]`)

function attachment(ends: readonly number[]) {
  const keeper = openValueKeeper(COLUMNS)
  keeper.add([ROWS.map(({ shop }) => shop), ROWS.map(({ revenue }) => revenue)], ends)
  const shape = { columns: COLUMNS, keptRows: ROWS.length, textBytes: rowsText.byteLength }
  return { bytes: keeper.behind(rowsText), shape }
}

function endsOf() {
  let end = 0
  return texts.map((text) => {
    end += Buffer.byteLength(text) + 1
    return end
  })
}

async function searched(values: ReturnType<typeof splitAttachment>['values']) {
  const { signal } = new AbortController()
  const { figures, search } = await indexRows({ columns: COLUMNS, rowsText, values }, signal)
  const ranges = [{ column: 'revenue', low: 7, high: 8 }]
  return { figures: figures(), found: await search({ ranges, texts: ['Café {"1"},', 'Ink'] }, signal) }
}

test('finds the same rows by the values behind the text as by reading the text', async () => {
  const { bytes, shape } = attachment(endsOf())
  const split = splitAttachment(bytes, shape)
  expect(Buffer.from(split.rowsText).equals(rowsText)).toBe(true)
  const { figures, found } = await searched(split.values)
  expect({ figures, found }).toEqual(await searched(null))
  expect(found).toEqual(expect.arrayContaining(ROWS.map((values, index) => ({ row: index + 1, values }))))
})

test('reads the values where they arrived, and copies them only from an odd place', () => {
  const { bytes, shape } = attachment(endsOf())
  const { values } = splitAttachment(bytes, shape)
  expect(values?.ends.buffer).toBe(bytes.buffer)
  const moved = new Uint8Array(bytes.byteLength + 1)
  moved.set(bytes, 1)
  expect(splitAttachment(moved.subarray(1), shape).values).toEqual(values)
})

test('takes no values of another number than the rows have', () => {
  const { bytes, shape } = attachment(endsOf())
  expect(splitAttachment(bytes.subarray(0, -8), shape).values).toBeNull()
  expect(splitAttachment(bytes, { ...shape, keptRows: 2 }).values).toBeNull()
  expect(splitAttachment(rowsText, { columns: COLUMNS, keptRows: ROWS.length })).toEqual({
    rowsText,
    values: null,
  })
})

test('reads no row where its text ends at a wrong place', async () => {
  const { bytes, shape } = attachment([5, Number.NaN, -1])
  const { found } = await searched(splitAttachment(bytes, shape).values)
  expect(found.map(({ values }) => values)).toEqual([{}, {}, {}])
})
