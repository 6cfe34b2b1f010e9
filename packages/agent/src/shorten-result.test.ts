import { expect, test } from 'vitest'
import { shortenResult } from './shorten-result.ts'

const rows = Array.from({ length: 500 }, (_, id) => ({ id, text: 'x'.repeat(20) }))

test('what fits stays as it is', () => {
  expect(shortenResult('{"rows":[]}', 100)).toBe('{"rows":[]}')
})

test('a table stays JSON, keeps its first rows and says how many are missing', () => {
  const shortened = JSON.parse(shortenResult(JSON.stringify({ row_count: 9000, rows, step: 2 }), 2000))
  expect(shortened).toMatchObject({
    row_count: 9000,
    step: 2,
    note: `${9000 - shortened.rows.length} more rows`,
  })
  expect(shortened.rows.length).toBeGreaterThan(20)
  expect(shortened.rows[0]).toEqual(rows[0])
})

test('other text is cut', () => {
  expect(shortenResult('x'.repeat(1000), 900)).toBe(`${'x'.repeat(900)}\n[100 more characters]`)
})

test('a table whose other fields are too large is cut as text', () => {
  const shortened = shortenResult(JSON.stringify({ rows, blob: 'y'.repeat(5000) }), 2000)
  expect(shortened).toContain('more characters]')
  expect(shortened.length).toBeLessThan(2100)
})
