import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const ORDERS = [310, 295, 380, 402, 412, 390, 455, 471, 366, 358, 420, 512]
const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const NAMED: JsonObject[] = ORDERS.map((orders, index) => ({ month: NAMES[index] ?? '', orders }))
const DATED: JsonObject[] = [2023, 2024].flatMap((year) =>
  ORDERS.map((orders, index) => ({
    month: `${year}-${String(index + 1).padStart(2, '0')}`,
    orders: orders + (year === 2023 ? 1000 : 0),
  })),
)
const NUMBERED: JsonObject[] = ORDERS.map((orders, index) => ({ month: index + 1, orders }))

test.for([
  [NAMED, 'Q2: 1,204 orders', 'Q2: 1,304 orders'],
  [NAMED, 'In the first half there were 2,189 orders.', 'In the first half there were 2,289 orders.'],
  [NAMED, 'In the second half of the year: 2,582 orders.', 'In the second half of the year: 2,189 orders.'],
  [
    NAMED,
    'The mean of the second quarter is 401.3 orders.',
    'The mean of the second quarter is 411.3 orders.',
  ],
  [NAMED, '| Quarter | Orders |\n|---|---|\n| Q1 | 985 |', '| Quarter | Orders |\n|---|---|\n| Q1 | 1,204 |'],
  [NAMED, 'Q1 had 985 orders and Q2 had 1,204.', 'Q1 had 1,204 orders and Q2 had 985.'],
  [NAMED, 'Im zweiten Quartal waren es 1.204 orders.', 'Im zweiten Quartal waren es 1.292 orders.'],
  [NAMED, 'Au premier semestre : 2 189 orders.', 'Au premier semestre : 2 582 orders.'],
  [NAMED, 'En el cuarto trimestre hubo 1.290 orders.', 'En el cuarto trimestre hubo 1.292 orders.'],
  [NAMED, '第二季度共1,204个订单。', '第二季度共1,290个订单。'],
  [NAMED, '上半年共2,189个订单。', '上半年共2,582个订单。'],
  [DATED, 'In Q1 2024 there were 985 orders.', 'In Q1 2024 there were 3,985 orders.'],
  [DATED, 'Q1 2023: 3,985 orders', 'Q1 2023: 985 orders'],
  [NUMBERED, 'H1: 2,189 orders', 'H1: 2,582 orders'],
] as const)('adds up the months of a quarter or half: %#', ([rows, right, wrong]) => {
  expect(rulesOf(right, [...rows])).not.toContain('none')
  expect(rulesOf(wrong, [...rows])).toContain('none')
})

test('adds up no quarter of which months are missing', () => {
  expect(rulesOf('Q2: 814 orders', NAMED.slice(0, 5))).toEqual(['none'])
})
