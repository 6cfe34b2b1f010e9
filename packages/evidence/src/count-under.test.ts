import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { proveNumbers } from './prove-numbers.ts'
import { rulesOf } from './testing/rules-of.ts'

const MONTHS: JsonObject[] = [
  { month: 'January', avg_max: 8, rainy_days: 18 },
  { month: 'February', avg_max: 11.9, rainy_days: 14 },
  { month: 'March', avg_max: 15.5, rainy_days: 15 },
  { month: 'April', avg_max: 18.6, rainy_days: 11 },
  { month: 'May', avg_max: 21, rainy_days: 7 },
  { month: 'June', avg_max: 22.5, rainy_days: 6 },
]

const COUNTED = ['count_under_condition', 'condition']

test.for([
  ['2 months have an average maximum below 13 °C.', COUNTED],
  ['Two months stay below 13.', COUNTED],
  ['5 months have an average maximum below 13 °C.', ['none', 'none']],
  ['3 months have an avg max of at least 16.5 °C.', COUNTED],
  ['4 of the 6 months have more than 9 rainy days.', ['count_under_condition', 'row_count', 'condition']],
  ['4 months have between 10 and 20 rainy days.', [...COUNTED, 'condition']],
  ['Only 3 months have rainy days over 14.5.', ['none', 'none']],
  ['2 Monate liegen unter 13 °C.', COUNTED],
  ['2 mois sont en dessous de 13 °C.', COUNTED],
  ['2 meses están por debajo de 13 °C.', COUNTED],
  ['有2个月的avg max低于13。', COUNTED],
  ['Three of 6 months have more than 12 rainy days.', ['count_under_condition', 'row_count', 'condition']],
  ['January is 3.9 below February.', ['difference']],
] as const)('counts the rows that a sentence describes: "%s"', ([text, rules]) => {
  expect(rulesOf(text, MONTHS)).toEqual(rules)
})

test.for([
  ['3 months have an avg max below 20.', 'none'],
  ['4 months have an avg max below 20.', 'count_under_condition'],
  ['Two of 6 months have more than 13 rainy days.', 'none'],
  ['The avg max of March is 3.1 lower than 18.6.', 'difference'],
] as const)('takes no wrong count for a difference: "%s"', ([text, rule]) => {
  expect(rulesOf(text, MONTHS)[0]).toBe(rule)
})

test('counts no rows where the result is longer than what was read', () => {
  expect(rulesOf('3 months have an avg max of at least 16.5 °C.', MONTHS, 40)).toEqual(['none', 'none'])
})

test('says how likely the count fits by chance', () => {
  const results = [{ step: 1, columns: Object.keys(MONTHS[0] ?? {}), rows: MONTHS, rowCount: 6 }]
  const text = '2 months have an average maximum below 13 °C.'
  const [span] = [...proveNumbers({ text, question: '', results, statements: [] })].filter(
    (one) => one !== null,
  )
  expect(span).toMatchObject({ kind: 'derived', column: 'avg_max', value: 2, chance: expect.closeTo(1 / 7) })
})

test.for([
  ['2 regions sold more than €100,000.', 'count_under_condition'],
  ['3 regions sold more than €100,000.', 'none'],
  ['2 regions shipped more than 1.2 kg.', 'count_under_condition'],
  ['1 region shipped less than 0.9 kg.', 'count_under_condition'],
] as const)('compares a bound with the column of its unit: "%s"', ([text, rule]) => {
  const rows = [
    { region: 'North', sales_eur: 120_500, orders: 310, weight_g: 1400 },
    { region: 'South', sales_eur: 98_250.5, orders: 275, weight_g: 1100 },
    { region: 'East', sales_eur: 143_900, orders: 402, weight_g: 1250 },
    { region: 'West', sales_eur: 87_340, orders: 198, weight_g: 850 },
  ]
  const results = [{ step: 1, columns: Object.keys(rows[0] ?? {}), rows, rowCount: rows.length }]
  const [count] = [...proveNumbers({ text, question: '', results, statements: [] })].filter(
    (span) => span !== null,
  )
  expect(count?.kind === 'none' ? 'none' : count?.rule).toBe(rule)
})

const REVENUE: JsonObject[] = [
  { month: 'January', revenue: 41_200 },
  { month: 'February', revenue: 48_900 },
  { month: 'March', revenue: 52_300 },
  { month: 'April', revenue: 50_100 },
  { month: 'May', revenue: 47_800 },
  { month: 'June', revenue: 61_250 },
]

test.for([
  ['Revenue exceeded 50,000 in 3 of 6 months.', 'Revenue exceeded 50,000 in 2 of 6 months.'],
  ['It was below 45,500 in only 1 month.', 'It was below 45,500 in only 2 months.'],
  [
    'Revenue was between 45,000 and 50,500 in three months.',
    'Revenue was between 45,000 and 50,500 in four months.',
  ],
  ['Revenue lag in 3 Monaten über 50.000.', 'Revenue lag in 4 Monaten über 50.000.'],
  ['Revenue lag über 50.000 in 3 Monaten.', 'Revenue lag über 50.000 in 4 Monaten.'],
  ['Revenue a été au-dessus de 50 000 pendant 3 mois.', 'Revenue a été au-dessus de 50 000 pendant 4 mois.'],
  ['Revenue estuvo por encima de 50.000 en 3 meses.', 'Revenue estuvo por encima de 50.000 en 4 meses.'],
] as const)('counts rows in front of which the bound stands: "%s"', ([right, wrong]) => {
  expect(rulesOf(right, REVENUE)).not.toContain('none')
  expect(rulesOf(wrong, REVENUE)).toContain('none')
})

const PEOPLE: JsonObject[] = [
  { name: 'Ana', salary: 52_000, age: 34 },
  { name: 'Ben', salary: 48_500, age: 41 },
  { name: 'Cleo', salary: 67_000, age: 29 },
  { name: 'Dan', salary: 71_500, age: 52 },
  { name: 'Eva', salary: 45_900, age: 38 },
  { name: 'Finn', salary: 80_250, age: 47 },
]
const WINDS = [3.1, 2.8, 3.6, 4.2, 3.9, 3.3]
const WINDY: JsonObject[] = MONTHS.map((row, index) => ({ ...row, wind: WINDS[index] ?? 0 }))
const GOODS: JsonObject[] = [
  { product: 'Pen', price: 3.2, units: 140 },
  { product: 'Ink', price: 2.1, units: 95 },
  { product: 'Book', price: 12.5, units: 61 },
  { product: 'Lamp', price: 39.9, units: 22 },
]
const CITIES: JsonObject[] = [
  { 城市: '北京', 收入: 1_602_500, 利润: 210_500 },
  { 城市: '上海', 收入: 1_873_000, 利润: 318_400 },
  { 城市: '广州', 收入: 942_700, 利润: 120_900 },
  { 城市: '深圳', 收入: 1_255_100, 利润: 187_300 },
]

test.for([
  [PEOPLE, '3 of 6 employees are older than 40.', '4 of 6 employees are older than 40.'],
  [PEOPLE, '3 Personen sind jünger als 40.', '4 Personen sind jünger als 40.'],
  [PEOPLE, '3 people earn more than 60,000.', '4 people earn more than 60,000.'],
  [GOODS, 'Three products cost less than 20.', 'Two products cost less than 20.'],
  [CITIES, '收入超过1,000,000的城市有3个。', '收入超过1,000,000的城市有2个。'],
  [WINDY, 'En 3 meses hubo más de 12 rainy days.', 'En 4 meses hubo más de 12 rainy days.'],
] as const)('knows the column of a bound by what the sentence says of it: %#', ([rows, right, wrong]) => {
  expect(rulesOf(right, [...rows])).not.toContain('none')
  expect(rulesOf(wrong, [...rows])).toContain('none')
})
