import { expect, test } from 'vitest'
import { soughtRows } from './sought-rows.ts'

test('seeks numbers only in columns whose bounds reach them, and texts in all', () => {
  const bounds = [
    { column: 'id', min: 1, max: 50 },
    { column: 'change', min: -20, max: 0 },
  ]
  const { ranges, texts } = soughtRows('Shop 12 fell to 400.', {
    columns: ['id', 'change', 'unknown'],
    bounds,
    limits: { ranges: 100, texts: 100 },
  })
  expect(ranges.filter(({ column }) => column === 'id')).toEqual([
    { column: 'id', low: expect.closeTo(11.5), high: expect.closeTo(12.5) },
  ])
  expect(ranges.filter(({ column }) => column === 'change')).toEqual([
    { column: 'change', low: expect.closeTo(-12.5), high: expect.closeTo(-11.5) },
  ])
  expect(ranges.filter(({ column }) => column === 'unknown')).toHaveLength(4)
  expect(texts).toContain('Shop 12')
})

test('says from where on numbers or texts are left out', () => {
  const columns = ['n']
  const text = 'Rio sold 5.\nŽižkov sold 7.\nQuito sold 9.'
  const endOf = (limits: { ranges: number; texts: number }) =>
    soughtRows(text, { columns, bounds: [], limits }).end
  expect(endOf({ ranges: 100, texts: 100 })).toBe(Number.POSITIVE_INFINITY)
  // Each number is sought as itself and as its negative.
  expect(endOf({ ranges: 4, texts: 100 })).toBe(text.indexOf('9'))
  expect(endOf({ ranges: 100, texts: 12 })).toBe(text.indexOf('Quito'))
})
