import { describe, expect, it } from 'vitest'
import { arrangeRows, nextSorting } from './arrange-rows.ts'

const ROWS = [
  { name: 'Ørsted', size: '10' },
  { name: 'Ada', size: null },
  { name: 'bob', size: '9' },
]

describe('arrangeRows', () => {
  it('sorts numbers that arrive as text by their value, with NULL last in both directions', () => {
    const sizes = (isDescending: boolean) =>
      arrangeRows(ROWS, { filter: '', sorting: { column: 'size', isDescending } }).map(({ size }) => size)
    expect(sizes(false)).toEqual(['9', '10', null])
    expect(sizes(true)).toEqual(['10', '9', null])
  })

  it('keeps rows that contain the text in any column and any case', () => {
    expect(arrangeRows(ROWS, { filter: ' øRS', sorting: null })).toEqual([ROWS[0]])
  })

  it('returns the rows as they are without a filter and a sorting', () => {
    expect(arrangeRows(ROWS, { filter: '', sorting: null })).toBe(ROWS)
  })
})

describe('nextSorting', () => {
  it('goes from up to down to none', () => {
    const up = nextSorting(null, 'size')
    const down = nextSorting(up, 'size')
    expect([up, down, nextSorting(down, 'size')]).toEqual([
      { column: 'size', isDescending: false },
      { column: 'size', isDescending: true },
      null,
    ])
  })
})
