import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartialResult, RowSearch } from '@parley/domain'
import { AppError } from '@parley/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const { signal } = new AbortController()

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
  expect(whole?.figures.map(({ column }) => column)).toEqual(['id', 'revenue'])
  expect(whole?.figures[1]).toEqual({
    column: 'revenue',
    count: 3000,
    distinct: 3000,
    sum: 6752250,
    mean: 2250.75,
    min: 1.5,
    max: 4500,
    median: 2250.75,
  })
  expect(Buffer.from(whole?.file.subarray(0, 4) ?? []).toString()).toBe('PAR1')
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

const NUMBERS = `FROM (VALUES (1, 1.10, 0.1::DOUBLE, 9007199254740993::HUGEINT, -5),
  (2, 2.25, 2.5::DOUBLE, 12::HUGEINT, 70000), (3, -0.05, 1e300::DOUBLE, NULL, 250)) t(id, price, share, large, whole)
  UNION ALL SELECT i, NULL, NULL, NULL, NULL FROM range(4, 400) r(i) ORDER BY id`

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
])('finds %s in a column, and nothing else', async (_what, range, ids) => {
  const [partial] = await partialResults(NUMBERS)
  if (!partial) throw new Error('The result is not kept')
  const whole = await partial.readWhole(signal)
  const found = await whole.search({ ranges: [range], texts: [] }, signal)
  expect(found.map(({ values }) => values.id)).toEqual(ids)
  await whole.dispose()
})

test('keeps the file on the local disk until it is disposed of, for several searches', async () => {
  const [partial] = await partialResults(SHOPS)
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
  expect(whole).toMatchObject({ rowCount: 120_000, figures: [{ max: 119_999, sum: 7_199_940_000 }] })
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
  expect(figures).toHaveLength(40)
  expect(
    (await search(partial, { ranges: [{ column: 'c0', low: 400, high: 400 }], texts: [] }))[0],
  ).toMatchObject({
    row: 401,
    values: { c0: 400, c199: 599 },
  })
})
