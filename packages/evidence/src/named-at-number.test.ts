import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const YEARS: JsonObject[] = [
  { year: 2021, revenue: 12_400, profit: 2310 },
  { year: 2022, revenue: 13_850, profit: 2890 },
  { year: 2023, revenue: 16_025, profit: 4968 },
]

test.for([
  ['- 2023: revenue 16,025, profit 4,968', '- 2023: revenue 4,968, profit 16,025'],
  ['- 2023: **Revenue**: 16,025; **Profit**: 4,968', '- 2023: **Revenue**: 4,968; **Profit**: 16,025'],
  ['In 2023: profit of 4,968 and revenue of 16,025.', 'In 2023: profit of 16,025 and revenue of 4,968.'],
  ['Revenue reached 16,025 in 2023.', 'Revenue reached 4,968 in 2023.'],
  ['In 2023 the company made a profit of €4,968.', 'In 2023 the company made a profit of €16,025.'],
  [
    'In 2023 the profit reached 4,968 on revenue of 16,025.',
    'In 2023 the profit reached 16,025 on revenue of 4,968.',
  ],
  ['In 2023 there were 16,025 in revenue.', 'In 2023 there were 4,968 in revenue.'],
  [
    '| Year | Note |\n|---|---|\n| 2023 | profit: 4,968 |',
    '| Year | Note |\n|---|---|\n| 2023 | profit: 16,025 |',
  ],
] as const)('takes the name in front of a number for its column: "%s"', ([right, wrong]) => {
  expect(rulesOf(right, YEARS)).not.toContain('none')
  expect(rulesOf(wrong, YEARS)).toContain('none')
})

test.for(['In 2023 revenue and profit were 16,025 and 4,968.', 'The year with the highest profit is 2023.'])(
  'lets a name stand for another number: "%s"',
  (text) => {
    expect(rulesOf(text, YEARS)).not.toContain('none')
  },
)

test('takes no measure of a row for what its superlative is about', () => {
  const staff = [
    { name: 'Ana', salary: 52_000, age: 34 },
    { name: 'Ben', salary: 48_500, age: 41 },
    { name: 'Finn', salary: 80_250, age: 47 },
  ]
  expect(rulesOf('The employee with the highest salary is 47.', staff)).toEqual(['cell'])
})

const CITIES: JsonObject[] = [
  { 城市: '北京', 收入: 1_602_500, 利润: 210_500 },
  { 城市: '上海', 收入: 1_873_000, 利润: 318_400 },
  { 城市: '广州', 收入: 942_700, 利润: 120_900 },
]

test.for([
  ['北京的利润为210,500。', '北京的利润为1,602,500。'],
  ['上海收入1,873,000,利润318,400。', '上海收入318,400,利润1,873,000。'],
  ['广州:收入达到942,700元。', '广州:利润达到942,700元。'],
] as const)('takes the Chinese name in front of a number for its column: "%s"', ([right, wrong]) => {
  expect(rulesOf(right, CITIES)).not.toContain('none')
  expect(rulesOf(wrong, CITIES)).toContain('none')
})
