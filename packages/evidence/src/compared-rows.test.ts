import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const REGIONS: JsonObject[] = [
  { region: 'North', sales_eur: 120_500, orders: 310 },
  { region: 'South', sales_eur: 98_250.5, orders: 275 },
  { region: 'East', sales_eur: 143_900, orders: 402 },
  { region: 'West', sales_eur: 87_340, orders: 198 },
]

test.for([
  ['North and South together sold €218,750.50, 48.6% of the total.', ['sum_of_rows', 'share']],
  ['North and South together sold €217,750.50, 45.6% of the total.', ['none', 'none']],
  ['North und South haben zusammen 585 orders.', ['sum_of_rows']],
  ['North et South ont ensemble 585 orders.', ['sum_of_rows']],
  ['East and West combined have 600 orders.', ['sum_of_rows']],
  ['Orders of North and South sold 585.', ['none']],
] as const)('adds rows that a sentence takes together: "%s"', ([text, rules]) => {
  expect(rulesOf(text, REGIONS)).toEqual(rules)
})

test('takes "makes up" for a share and for no rise', () => {
  expect(rulesOf('East makes up 33.9% of the orders.', REGIONS)).toEqual(['share'])
  expect(rulesOf('East is up 33.9%.', REGIONS)).toEqual(['none'])
})

const YEARS: JsonObject[] = [
  { year: 2020, revenue: 1_250_000 },
  { year: 2021, revenue: 1_410_000 },
  { year: 2022, revenue: 1_385_000 },
  { year: 2023, revenue: 1_602_500 },
]
const SALES: JsonObject[] = [
  { category: 'Books', sales_2023: 12_400, sales_2024: 15_500 },
  { category: 'Toys', sales_2023: 8900, sales_2024: 8010 },
  { category: 'Games', sales_2023: 20_100, sales_2024: 24_120 },
]

test.for([
  ['Revenue grew 12.8% in 2021, fell 1.8% in 2022 and grew 15.7% in 2023.', ['change', 'change', 'change']],
  ['Revenue grew 15.7% in 2021, fell 1.8% in 2022 and grew 12.8% in 2023.', ['none', 'change', 'none']],
  ['Der Umsatz stieg 2021 um 12,8 %, sank 2022 um 1,8 %.', ['change', 'change']],
] as const)('compares a year with the one before it: "%s"', ([text, rules]) => {
  expect(rulesOf(text, YEARS).filter((rule) => rule !== 'cell')).toEqual(rules)
})

test.for([
  ['Books rose by 3,100 and Games by 4,020.', ['difference', 'difference']],
  ['Books rose by 4,020 and Games by 3,100.', ['none', 'none']],
  ['Books grew 25% and Games grew 20%.', ['change', 'change']],
  ['Books grew 20% and Games grew 25%.', ['none', 'none']],
] as const)('compares the cells of the row that a clause names: "%s"', ([text, rules]) => {
  expect(rulesOf(text, SALES)).toEqual(rules)
})

test.for([
  ['East liegt 64,8 % über West.', ['change']],
  ['East liegt 54,8 % über West.', ['none']],
  ['East is 64.8% above West.', ['change']],
  ['East verkaufte 64,8 % mehr als West.', ['change']],
  ['East a vendu 64,8 % de plus que West.', ['change']],
  ['East a vendu 54,8 % de plus que West.', ['none']],
  ['East vendió un 64,8 % más que West.', ['change']],
  ['East vendió un 44,8 % más que West.', ['none']],
  ['Les orders les plus élevées sont 402.', ['cell']],
  ['Les orders les plus élevées sont 310.', ['none']],
  ['Los orders más bajos son 198.', ['cell']],
  ['Los orders más bajos son 275.', ['none']],
] as const)('reads comparisons of other languages: "%s"', ([text, rules]) => {
  expect(rulesOf(text, REGIONS)).toEqual(rules)
})

test.for([
  'Im Jahr 2022 betrug der Verlust 24.000 €.',
  'La perte de 2022 était de 24 000 €.',
  'En 2022 hubo una pérdida de 24.000 €.',
  'In 2022 the profit was down 206,000 from 2021.',
])('reads a loss without its sign: "%s"', (text) => {
  const rows = [
    { year: 2021, profit: 182_000 },
    { year: 2022, profit: -24_000 },
    { year: 2023, profit: 210_500 },
  ]
  expect(rulesOf(text, rows)).not.toContain('none')
})

test('takes no value with a unit for a share of two rows', () => {
  const rows = [
    { year: 2012, wind: 1 },
    { year: 2013, wind: 0.4 },
    { year: 2014, wind: 0.6 },
    { year: 2015, wind: 0.5 },
  ]
  expect(rulesOf('Wind by year: from 0.5 m/s (2012) to 0.5 m/s (2015), down 50 %.', rows)).toContain('none')
  expect(rulesOf('Wind by year: from 1 m/s (2012) to 0.5 m/s (2015), down 50 %.', rows)).not.toContain('none')
})
