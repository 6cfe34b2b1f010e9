import { expect, test } from 'vitest'
import { findMarkedRows } from './find-marked-rows.ts'
import type { Chart } from './read-chart.ts'
import type { ShownRow } from './rows.ts'

const ROWS: ShownRow[] = [
  { day: '2014-01-01', kind: 'rain', mm: 10.9, list: [1, 2] },
  { day: '2014-01-02', kind: 'sun', mm: 0, list: null },
  { day: '2014-01-03', kind: 'rain', mm: '20.3', list: null },
]
const chart = (...results: ShownRow[][]): Chart => ({
  spec: {},
  results: results.map((rows, index) => ({ name: results.length > 1 ? `r${index}` : null, rows })),
})
const numbers = (datum: unknown, drawn = chart(ROWS)) =>
  findMarkedRows(drawn, datum).map(({ number }) => number)

test('a mark leads to its row, with times and numbers as the chart parses them', () => {
  expect(numbers({ ...ROWS[0], day: Date.parse('2014-01-01') })).toEqual([1])
  expect(numbers({ ...ROWS[2], day: new Date('2014-01-03'), mm: 20.3, bin_mm: 20 })).toEqual([3])
  expect(numbers({ ...ROWS[0], list: [1, 2] })).toEqual([1])
})

test('a mark that sums rows up leads to all of them', () => {
  expect(numbers({ kind: 'rain', sum_mm: 31.2 })).toEqual([1, 3])
})

test('a mark of a second result leads to its row there, and a mark without data to none', () => {
  const second = [{ region: 'north', target: 10 }]
  expect(findMarkedRows(chart(ROWS, second), { region: 'north', target: 10 })).toEqual([
    { number: 1, row: second[0] },
  ])
  for (const datum of [undefined, null, 'text', {}, { other: 1 }, { kind: 'snow' }])
    expect(numbers(datum)).toEqual([])
})
