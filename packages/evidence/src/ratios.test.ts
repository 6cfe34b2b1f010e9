import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const YEARS: JsonObject[] = [
  { year: 2021, revenue: 12_400, profit: 2310 },
  { year: 2022, revenue: 13_850, profit: 2890 },
  { year: 2023, revenue: 16_025, profit: 4968 },
]

test.for([
  ['The profit margin was 31.0 % in 2023.', 'share'],
  ['The profit margin was 36.0 % in 2023.', 'none'],
  ['In 2023 the margin was 31 %.', 'share'],
  ['In 2023 the margin was 41 %.', 'none'],
  ['In 2023 the profit rate was 0.31.', 'ratio'],
  ['In 2023 revenue was 3.2 times the profit.', 'ratio'],
  ['In 2023 revenue was 2.8 times the profit.', 'none'],
  ['Overall the profit margin was 24.1 %.', 'share'],
  ['Overall the profit margin was 26.1 %.', 'none'],
] as const)('divides a column that is named by one that is not: "%s"', ([text, rule]) => {
  expect(rulesOf(text, YEARS).filter((found) => found !== 'cell')).toEqual([rule])
})

test('divides no other columns where two are named', () => {
  const rows = [
    { shop: 'Mitte', sales: 1200, costs: 900, staff: 14 },
    { shop: 'Altona', sales: 950, costs: 610, staff: 11 },
  ]
  expect(rulesOf('Mitte has costs of 75 % of its sales.', rows)).toEqual(['share'])
  expect(rulesOf('Mitte has costs of 64.3 per sales.', rows)).toEqual(['none'])
  expect(rulesOf('Mitte sold 85.71 per employee, its sales by its staff.', rows)).toEqual(['ratio'])
})
