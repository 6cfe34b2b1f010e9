import { describe, expect, it } from 'vitest'
import { shownColumn } from './show-value.ts'

function show(column: string, values: readonly unknown[], type?: string): string[] {
  const look = shownColumn(
    values.map((value) => ({ [column]: value })),
    column,
    type,
  )
  return values.map(look.show)
}

describe('shownColumn', () => {
  it('rounds the numbers of a column to the same decimals, with thousands separators', () => {
    expect(show('price', [1234.5678, 81, null])).toEqual(['1,234.57', '81.00', '–'])
    expect(show('count', [12_345, 7])).toEqual(['12,345', '7'])
  })

  it('keeps the digits of small numbers', () => {
    expect(show('share', [0.03125, 0.5])).toEqual(['0.0313', '0.5000'])
    expect(show('share', [0.00000123])).toEqual(['0.00000123'])
  })

  it('writes years, codes and ids without separators', () => {
    expect(show('year', [2001, 2014])).toEqual(['2001', '2014'])
    expect(show('customer_id', [123_456])).toEqual(['123456'])
  })

  it('shows numbers that arrive as text exactly, and groups them only for a type of numbers', () => {
    expect(show('total', ['90071992547409930'], 'HUGEINT')).toEqual(['90,071,992,547,409,930'])
    expect(show('total', ['90071992547409930'])).toEqual(['90071992547409930'])
    expect(show('tag', ['0012', '0013'], 'VARCHAR')).toEqual(['0012', '0013'])
  })

  it('shows nested values as JSON and an empty text as nothing', () => {
    expect(show('mixed', [{ a: [1] }, '', true])).toEqual(['{"a":[1]}', '', 'true'])
  })
})
