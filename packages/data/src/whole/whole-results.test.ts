import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColumnFigures, FoundRow, JsonObject, PartialResult, RowSearch } from '@parley/domain'
import { AppError } from '@parley/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { unpackRows } from './packed-rows.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const { signal } = new AbortController()

/** The rows of a Parquet file, in their order. */
async function rowsOf(bytes: Uint8Array): Promise<readonly JsonObject[]> {
  const file = join(workshop.folder, 'read.parquet')
  await writeFile(file, bytes)
  const limits = { rows: 5000, bytes: 2 ** 24 }
  const views = [{ schema: 'result', name: 'rows', file }]
  const input = { sql: 'FROM result.rows', views, timeoutMs: 20_000, preview: limits, kept: limits }
  const outcome = await workshop.sandbox.run('query', { ownerId: 'ann', input })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.result.rows
}

/** The partial results that a statement left to keep. */
async function partialResults(sql: string): Promise<PartialResult[]> {
  const kept: PartialResult[] = []
  const run = startRun(workshop, { ownerId: 'ann', sources: [], keepResult: (result) => kept.push(result) })
  const { status, output } = await run.call('execute_sql', { generated_sql: sql })
  expect(output).not.toHaveProperty('error')
  expect(status).toBe('ok')
  return kept
}

async function search(partial: PartialResult, wanted: RowSearch) {
  const whole = await partial.readWhole(signal)
  const found = await whole.search(wanted, signal)
  await whole.dispose()
  return found
}

const SHOPS = `SELECT i AS id, 'Shop ' || i AS shop, CAST(i * 1.5 AS DECIMAL(12,2)) AS revenue, [i, i + 1] AS pair
  FROM range(1, 3001) t(i) ORDER BY i`

test('keeps a result of which the trace holds a part, and none that it holds whole', async () => {
  expect(await partialResults('SELECT 1 AS n')).toEqual([])
  const [partial] = await partialResults(SHOPS)
  const whole = await partial?.readWhole(signal)
  expect(whole?.rowCount).toBe(3000)
  expect(whole?.figures().map(({ column }) => column)).toEqual(['id', 'revenue'])
  expect(whole?.figures()[1]).toEqual({
    column: 'revenue',
    count: 3000,
    distinct: 3000,
    sum: 6752250,
    mean: 2250.75,
    min: 1.5,
    max: 4500,
    median: 2250.75,
  })
  if (!whole) throw new Error('The result is not kept')
  expect(whole.isPacked).toBe(true)
  const file = await unpackRows(whole.file, { ...workshop, ownerId: 'ann' })
  expect(await rowsOf(file)).toMatchObject({ length: 3000, 1999: { shop: 'Shop 2000', revenue: '3000.00' } })
})

test('finds the rows that hold numbers and texts, with their place, those with both first', async () => {
  const [partial] = await partialResults(SHOPS)
  if (!partial) throw new Error('The result is not kept')
  const found = await search(partial, {
    ranges: [{ column: 'revenue', low: 3000, high: 3000.6 }],
    texts: ['Shop 2000', "O'Hara", 'Shop 7'],
  })
  expect(found.map(({ row }) => row)).toEqual([2000, 7])
  expect(found[0]?.values).toMatchObject({ shop: 'Shop 2000', revenue: '3000.00' })
  expect(await search(partial, { ranges: [{ column: 'missing', low: 0, high: 9 }], texts: [] })).toEqual([])
})

/** Above the rows that a statement keeps, so that a file of them is searched and not the memory. */
const LONG = 60_000

const NUMBERS = (last: number) => `FROM (VALUES (1, 1.10, 0.1::DOUBLE, 9007199254740993::HUGEINT, -5),
  (2, 2.25, 2.5::DOUBLE, 12::HUGEINT, 70000), (3, -0.05, 1e300::DOUBLE, NULL, 250)) t(id, price, share, large, whole)
  UNION ALL SELECT i, NULL, NULL, NULL, NULL FROM range(4, ${last}) r(i) ORDER BY id`

test.each([
  ['a whole number', { column: 'whole', low: 249.5, high: 250.5 }, [3]],
  ['a negative whole number', { column: 'whole', low: -5, high: -5 }, [1]],
  ['many whole numbers', { column: 'whole', low: 1000, high: 90_000 }, [2]],
  ['no whole number', { column: 'whole', low: 249.4, high: 249.6 }, []],
  ['a decimal', { column: 'price', low: 1.095, high: 1.105 }, [1]],
  ['a negative decimal', { column: 'price', low: -0.055, high: -0.045 }, [3]],
  ['decimals of a wide range', { column: 'price', low: 2, high: 3 }, [2]],
  ['a double', { column: 'share', low: 0.1, high: 0.1 }, [1]],
  ['a double beyond all decimals', { column: 'share', low: 9e299, high: 2e300 }, [3]],
  [
    'a whole number beyond the exact doubles',
    { column: 'large', low: 9007199254740992, high: 9007199254740992 },
    [1],
  ],
  ['everything', { column: 'price', low: -1e30, high: 1e30 }, [1, 2, 3]],
])('finds %s in a column, and nothing else, in memory and in a file', async (_what, range, ids) => {
  for (const last of [400, LONG]) {
    const [partial] = await partialResults(NUMBERS(last))
    if (!partial) throw new Error('The result is not kept')
    const whole = await partial.readWhole(signal)
    expect(whole.isPacked).toBe(last !== LONG)
    const found = await whole.search({ ranges: [range], texts: [] }, signal)
    expect(found.map(({ values }) => values.id)).toEqual(ids)
    await whole.dispose()
  }
})

test('has the same figures and finds the same rows in memory and in a file', async () => {
  const statement = (last: number) => `SELECT i AS id, 'Shop ' || i % 700 AS shop, i % 7 = 0 AS is_open,
    CASE WHEN i % 5 = 0 THEN NULL ELSE CAST(i % 90 * 1.25 AS DECIMAL(9,2)) END AS revenue, sin(i % 40) AS share
    FROM range(1, ${last}) t(i) ORDER BY i`
  const [kept] = await partialResults(statement(4000))
  const [long] = await partialResults(`FROM (${statement(LONG)}) WHERE id < 4000 UNION ALL BY NAME
    (SELECT NULL::BIGINT AS id FROM range(${LONG}))`)
  if (!kept || !long) throw new Error('The result is not kept')
  const [inMemory, inFile] = [await kept.readWhole(signal), await long.readWhole(signal)]
  expect([inMemory.isPacked, inFile.isPacked]).toEqual([true, false])
  const rounded = ({ sum, mean, ...figures }: ColumnFigures) => ({
    ...figures,
    sum: expect.closeTo(sum, 6),
    mean: expect.closeTo(mean, 6),
  })
  expect(inMemory.figures()).toEqual(inFile.figures().map(rounded))
  const { bounds } = inFile
  expect(inMemory.bounds).toMatchObject(bounds.map(({ column, min, max }) => ({ column, min, max })))
  const wanted = {
    ranges: [
      { column: 'revenue', low: 13.7, high: 13.8 },
      { column: 'id', low: 70, high: 79 },
    ],
    texts: ['Shop 10', 'Shop 70', 'Shop'],
  }
  const rowsFound = (found: readonly FoundRow[]) => found.map(({ row, values }) => [row, values.id])
  const found = rowsFound(await inMemory.search(wanted, signal))
  expect(found.length).toBeGreaterThan(40)
  expect(found).toEqual(rowsFound(await inFile.search(wanted, signal)))
  await inFile.dispose()
})

test('keeps the file on the local disk until it is disposed of, for several searches', async () => {
  const [partial] = await partialResults(`SELECT i AS id FROM range(${LONG}) t(i) ORDER BY i`)
  const whole = await partial?.readWhole(signal)
  const wanted = { ranges: [{ column: 'id', low: 9, high: 9 }], texts: [] }
  expect(await whole?.search(wanted, signal)).toHaveLength(1)
  expect(await whole?.search(wanted, signal)).toHaveLength(1)
  const count = async () => (await readdir(join(workshop.folder, 'incoming'))).length
  const before = await count()
  await whole?.dispose()
  expect(await count()).toBe(before - 1)
})

test('reads a result above the kept rows once more', async () => {
  const [partial] = await partialResults('SELECT i AS id FROM range(120000) t(i) ORDER BY i')
  const whole = await partial?.readWhole(signal)
  expect(whole?.rowCount).toBe(120_000)
  expect(whole?.figures()).toMatchObject([{ max: 119_999, sum: 7_199_940_000 }])
})

test('keeps no result above a million rows, and says so', async () => {
  const [partial] = await partialResults('SELECT i AS id FROM range(1000001) t(i)')
  const failure = await partial?.readWhole(signal).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AppError)
  expect(failure).toMatchObject({ code: 'too_large' })
})

test('keeps two hundred columns and nested values', async () => {
  const columns = Array.from({ length: 200 }, (_, index) => `i + ${index} AS c${index}`).join(', ')
  const [partial] = await partialResults(`SELECT ${columns}, {'a': i} AS nested FROM range(500) t(i)`)
  if (!partial) throw new Error('The result is not kept')
  const { figures, rowCount } = await partial.readWhole(signal)
  expect(rowCount).toBe(500)
  expect(figures()).toHaveLength(40)
  expect(
    (await search(partial, { ranges: [{ column: 'c0', low: 400, high: 400 }], texts: [] }))[0],
  ).toMatchObject({
    row: 401,
    values: { c0: 400, c199: 599 },
  })
})
