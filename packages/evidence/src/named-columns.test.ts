import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const SALARIES: JsonObject[] = [
  { department: 'Sales', headcount: 12, avg_salary: 54_250.75, median_salary: 52_000 },
  { department: 'Engineering', headcount: 34, avg_salary: 81_300.2, median_salary: 79_500 },
  { department: 'Finance', headcount: 8, avg_salary: 66_120.5, median_salary: 65_000 },
]

test.for([
  ['The median salary in Sales is 52,000, the average salary is 54,250.75.', ['cell', 'cell']],
  ['The median salary in Sales is 54,251.', ['none']],
  ['Engineering has the highest average salary at 81,300.20.', ['cell']],
  ['Engineering has the highest average salary at 79,500.', ['none']],
  [
    'Engineering has a headcount of 34, an average salary of 81,300.20 and a median of 79,500.',
    ['cell', 'cell', 'cell'],
  ],
  [
    '| department | avg salary | median salary |\n|---|---|---|\n| Sales | 54,250.75 | 52,000 |',
    ['cell', 'cell'],
  ],
  [
    '| department | avg salary | median salary |\n|---|---|---|\n| Sales | 52,000 | 54,250.75 |',
    ['none', 'none'],
  ],
] as const)('proves a figure by the column that states it: "%s"', ([text, rules]) => {
  expect(rulesOf(text, SALARIES)).toEqual(rules)
})

const REGIONS: JsonObject[] = [
  { region: 'North', sales_eur: 120_500, orders: 1310 },
  { region: 'South', sales_eur: 98_250.5, orders: 1275 },
  { region: 'East', sales_eur: 143_900, orders: 1402 },
]
const YEARS: JsonObject[] = [
  { year: 2021, revenue: 1_410_000, profit: 182_000 },
  { year: 2022, revenue: 1_385_000, profit: -24_000 },
  { year: 2023, revenue: 1_602_500, profit: 210_500 },
]
const TABLE = (sales: string, orders: string) =>
  `| Region | Sales (€) | Number of orders |\n|---|---|---|\n| North | ${sales} | ${orders} |`

test.for([
  [REGIONS, 'North had 120,500 orders.', ['none']],
  [REGIONS, 'North had 1,310 orders worth €120,500.', ['cell', 'cell']],
  [REGIONS, 'The orders of North are worth 120,500.', ['cell']],
  [REGIONS, 'The orders of North were 120,500.', ['none']],
  [REGIONS, TABLE('120,500', '1,310'), ['cell', 'cell']],
  [REGIONS, TABLE('1,310', '120,500'), ['none', 'none']],
  [YEARS, 'In 2023 the profit was 210,500.', ['cell', 'cell']],
  [YEARS, 'In 2023 the profit was 1,602,500.', ['cell', 'none']],
  [YEARS, 'Revenue in 2023 was 210,500.', ['cell', 'none']],
  [YEARS, 'Im Jahr 2023 war profit 1.602.500.', ['cell', 'none']],
  [YEARS, 'The highest profit was 1,602,500.', ['none']],
  [YEARS, 'The year with the highest profit was 2023.', ['cell']],
  [YEARS, 'In 2023 revenue of 1,602,500 left 210,500.', ['cell', 'cell', 'cell']],
] as const)('proves no number by another column than the one at it: %#', ([rows, text, rules]) => {
  expect(rulesOf(text, [...rows])).toEqual(rules)
})

test.for([
  ['Units total 450 %.', ['none']],
  ['Units total 450.', ['sum']],
  ['B grew 150%.', ['none']],
  ['On average units rose 150%.', ['none']],
  ['Units grew by 100% from A to C.', ['change']],
  ['C has 100% more units than A.', ['change']],
] as const)('takes no amount for a percentage: "%s"', ([text, rules]) => {
  const rows = [
    { product: 'A', units: 100, price: 12.5 },
    { product: 'B', units: 150, price: 10 },
    { product: 'C', units: 200, price: 20 },
  ]
  expect(rulesOf(text, rows)).toEqual(rules)
})

test('proves a percentage by a column that its name says to hold percentages', () => {
  const rows = [
    { year: 2021, users: 2500, yoy: 150 },
    { year: 2022, users: 4000, yoy: 60 },
  ]
  expect(rulesOf('Users grew 150% in 2021 and 60% in 2022.', rows)[0]).toBe('cell')
})
