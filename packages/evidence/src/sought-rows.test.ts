import { expect, test } from 'vitest'
import { soughtRows } from './sought-rows.ts'

const FIGURES = { count: 9, distinct: 9, sum: 90, mean: 10, median: 10 }

test('seeks numbers only in columns whose figures reach them, and texts in all', () => {
  const figures = [
    { column: 'id', ...FIGURES, min: 1, max: 50 },
    { column: 'change', ...FIGURES, min: -20, max: 0 },
  ]
  const { ranges, texts } = soughtRows('Shop 12 fell to 400.', ['id', 'change', 'unknown'], figures)
  expect(ranges.filter(({ column }) => column === 'id')).toEqual([
    { column: 'id', low: expect.closeTo(11.5), high: expect.closeTo(12.5) },
  ])
  expect(ranges.filter(({ column }) => column === 'change')).toEqual([
    { column: 'change', low: expect.closeTo(-12.5), high: expect.closeTo(-11.5) },
  ])
  expect(ranges.filter(({ column }) => column === 'unknown')).toHaveLength(4)
  expect(texts).toContain('Shop 12')
})
