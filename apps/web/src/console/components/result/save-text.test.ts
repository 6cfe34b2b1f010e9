import { describe, expect, it } from 'vitest'
import { toCsv } from './save-text.ts'

describe('toCsv', () => {
  it('writes the columns of all rows and quotes cells that need quotes', () => {
    expect(
      toCsv([
        { a: 1, b: 'x, "y"' },
        { a: null, c: { d: 1 } },
      ]),
    ).toBe('a,b,c\r\n1,"x, ""y""",\r\n,,"{""d"":1}"')
  })

  it('keeps text from becoming a formula, and leaves numbers unchanged', () => {
    expect(toCsv([{ a: '=1+1', b: -1, c: '-1.5', d: '@x', e: '-cmd' }])).toBe(
      "a,b,c,d,e\r\n'=1+1,-1,-1.5,'@x,'-cmd",
    )
  })

  it('tells an empty text from NULL', () => {
    expect(toCsv([{ a: '', b: null }])).toBe('a,b\r\n"",')
  })

  it('keeps the order of columns whose headings are whole numbers', () => {
    expect(toCsv([{ city: 'Oslo', 2014: 1, 2013: 2 }], ['city', '2014', '2013'])).toBe(
      'city,2014,2013\r\nOslo,1,2',
    )
  })
})
