import { expect, test } from 'vitest'
import { trimRows } from './trim-rows.ts'

const rows = Array.from({ length: 300 }, (_, id) => ({ id }))

test('keeps a few rows unchanged', () => {
  expect(trimRows(rows.slice(0, 2))).toEqual({ rows: [{ id: 0 }, { id: 1 }], moreRows: 0, note: '' })
})

test('keeps at most 200 rows', () => {
  expect(trimRows(rows)).toMatchObject({ moreRows: 100, note: '100 more rows' })
})

test('counts missing rows from the full count', () => {
  expect(trimRows(rows.slice(0, 200), 5000).note).toBe('4800 more rows')
})

test('keeps at most 64 KB, also when the first row alone is larger', () => {
  const wide = [{ text: 'x'.repeat(40_000) }, { text: 'x'.repeat(40_000) }]
  expect(trimRows(wide)).toMatchObject({ rows: [wide[0]], note: '1 more row' })
  expect(trimRows([{ text: 'x'.repeat(70_000) }])).toMatchObject({ rows: [], note: '1 more row' })
})
