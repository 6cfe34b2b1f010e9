import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, ResultColumn, RowSearch } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BLOCK_ROWS, type ColumnFile, writeColumnFile } from './column-file.ts'
import { searchColumnFile } from './search-column-file.ts'

const COLUMNS = [
  { name: 'id', type: 'BIGINT' },
  { name: 'place', type: 'VARCHAR' },
  { name: 'price', type: 'DECIMAL(9, 2)' },
  { name: 'file_row_number', type: 'INTEGER' },
  { name: 'mixed', type: 'ANY' },
]
const PLACES = ['Zürich', '東京', 'São Paulo', 'Reykjavík 🧊', 'Lyon']
const ROWS = 2 * BLOCK_ROWS + 5

let folder: string
let columnFile: ColumnFile
let linesFile: string

function rowAt(index: number): JsonObject {
  return {
    id: index,
    place: index % 1000 === 0 ? (PLACES[(index / 1000) % PLACES.length] ?? null) : null,
    price: (index / 4).toFixed(2),
    file_row_number: 0 - index,
    mixed: index % 2 === 0 ? index : `no. ${index}`,
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-columns-'))
  linesFile = join(folder, 'lines.ndjson')
  const writing = writeColumnFile(COLUMNS)
  const lines = ['\n']
  let end = 1
  for (let index = 0; index < ROWS; index++) {
    const line = `${JSON.stringify(rowAt(index))}\n`
    lines.push(line)
    end += Buffer.byteLength(line)
    writing.add(rowAt(index), end)
    if (index % 5000 === 0) await writing.flush(folder)
  }
  await appendFile(linesFile, lines.join(''))
  columnFile = await writing.end(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function rowsFound(search: RowSearch, columns: readonly ResultColumn[] = COLUMNS) {
  const { signal } = new AbortController()
  const found = await searchColumnFile(search, { columnFile, linesFile, columns, signal })
  for (const { row, values } of found) expect(values).toEqual(rowAt(row - 1))
  return found.map(({ row }) => row)
}

const exactly = (column: string, value: number) => ({ column, low: value, high: value })

test('finds the first and the last row of each block', async () => {
  const ids = [0, BLOCK_ROWS - 1, BLOCK_ROWS, 2 * BLOCK_ROWS - 1, 2 * BLOCK_ROWS, ROWS - 1]
  const ranges = ids.map((id) => exactly('id', id))
  expect(await rowsFound({ ranges, texts: [] })).toEqual(ids.map((id) => id + 1))
})

test('finds texts of any script, and rows with a number and a text first', async () => {
  const search = { ranges: [exactly('price', 1000.5), exactly('price', 1250)], texts: ['東京', 'Tokyo'] }
  const others = [1001, 4003, 5001, 6001, 11_001]
  const found = await rowsFound(search)
  expect(found.slice(0, others.length)).toEqual(others)
  expect(await rowsFound({ ranges: [exactly('id', 6000)], texts: ['東京'] })).toMatchObject({
    0: 6001,
    1: 1001,
  })
})

test('searches a column with the name of a row number in DuckDB', async () => {
  expect(await rowsFound({ ranges: [exactly('file_row_number', -70)], texts: [] })).toEqual([71])
})

test('searches a column without a type for numbers or texts, as its values decide', async () => {
  const typed = (type: string) =>
    COLUMNS.map((column) => (column.name === 'mixed' ? { ...column, type } : column))
  const search = { ranges: [exactly('mixed', 40)], texts: ['no. 77'] }
  expect(await rowsFound(search, typed('DOUBLE'))).toEqual([41])
  expect(await rowsFound(search, typed('VARCHAR'))).toEqual([78])
})

test('finds nothing when the files are gone, and when the search is aborted', async () => {
  const search = { ranges: [exactly('id', 7)], texts: [] }
  const given = { columnFile, linesFile, columns: COLUMNS }
  const { signal } = new AbortController()
  expect(await searchColumnFile(search, { ...given, signal: AbortSignal.abort() })).toEqual([])
  expect(await searchColumnFile(search, { ...given, linesFile: join(folder, 'none'), signal })).toEqual([])
})

test('returns as many rows as a search takes, the first ones', async () => {
  const found = await rowsFound({ ranges: [{ column: 'id', low: 50, high: 60_000 }], texts: [] })
  expect(found).toEqual(Array.from({ length: 600 }, (_, index) => index + 51))
})

test('holds no more columns than a search reads', async () => {
  const wide = ['BIGINT', 'ANY', 'VARCHAR'].flatMap((type) =>
    Array.from({ length: 200 }, (_, index) => ({ name: `${type}_${index}`, type })),
  )
  const place = await mkdtemp(join(folder, 'wide-'))
  const writing = writeColumnFile(wide)
  for (let row = 1; row <= 10; row++)
    writing.add(Object.fromEntries(wide.map(({ name }) => [name, row])), row)
  const { file, placeOf } = await writing.end(place)
  const held = (kind: 'number' | 'text') => wide.filter(({ name }) => placeOf(kind, name) >= 0).length
  expect(held('number')).toBe(40 + 40)
  expect(held('text')).toBe(12)
  expect((await stat(file)).size).toBe((40 + 40 + 12) * 10 * 8)
})
