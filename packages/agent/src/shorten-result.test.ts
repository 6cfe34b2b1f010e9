import { expect, test } from 'vitest'
import { shortenResult } from './shorten-result.ts'

const rows = Array.from({ length: 500 }, (_, id) => ({ id, text: 'x'.repeat(20) }))

test('keeps a result that fits unchanged', () => {
  expect(shortenResult('{"rows":[]}', 100)).toBe('{"rows":[]}')
})

test('keeps a table as JSON with its first rows and the number of missing ones', () => {
  const shortened = JSON.parse(shortenResult(JSON.stringify({ row_count: 9000, rows, step: 2 }), 2000))
  expect(shortened).toMatchObject({
    row_count: 9000,
    step: 2,
    note: `${9000 - shortened.rows.length} more rows`,
  })
  expect(shortened.rows.length).toBeGreaterThan(20)
  expect(shortened.rows[0]).toEqual(rows[0])
})

test('cuts any other text', () => {
  expect(shortenResult('x'.repeat(1000), 900)).toBe(`${'x'.repeat(900)}\n[100 more characters]`)
})

test('cuts a table as text when its other fields are too large', () => {
  const shortened = shortenResult(JSON.stringify({ rows, blob: 'y'.repeat(5000) }), 2000)
  expect(shortened).toContain('more characters]')
  expect(shortened.length).toBeLessThan(2100)
})
