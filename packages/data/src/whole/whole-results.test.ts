import type { PartialResult } from '@parley/domain'
import { AppError } from '@parley/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'
import { searchRows } from './search-rows.ts'

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

async function search(partial: PartialResult, wanted: Parameters<typeof searchRows>[1]['search']) {
  const { file, columns } = await partial.readWhole(signal)
  const context = { ...workshop, ownerId: 'ann', signal, search: wanted }
  return searchRows({ bytes: file, columns }, context)
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
