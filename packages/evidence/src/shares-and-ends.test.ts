import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const CITIES: JsonObject[] = [
  { city: 'Porto', houses: 24, avg_price: 283_250, avg_area: 121.4 },
  { city: 'Lisbon', houses: 31, avg_price: 305_612.9, avg_area: 118.2 },
  { city: 'Faro', houses: 36, avg_price: 271_916.67, avg_area: 125 },
  { city: 'Braga', houses: 29, avg_price: 245_827.59, avg_area: 119.6 },
]

test.for([
  ['Porto accounts for 20 % of all houses.', 'Porto accounts for 24 % of all houses.'],
  ['Faro has 30% of the houses.', 'Faro has 36% of the houses.'],
  ['Faro has 30 percent of all houses.', 'Faro has 36 percent of all houses.'],
] as const)('a share of what a column counts is no value of it: "%s"', ([right, wrong]) => {
  expect(rulesOf(right, CITIES)).not.toContain('none')
  expect(rulesOf(wrong, CITIES)).toContain('none')
})

test('a share of the revenue is no number of orders', () => {
  const customers = [
    { customer: 'Initech', total: 108_275.57, orders: 40 },
    { customer: 'Globex', total: 91_139.39, orders: 34 },
    { customer: 'Acme', total: 90_484.61, orders: 36 },
  ]
  expect(rulesOf('Initech accounts for 37 % of revenue.', customers)).toEqual(['share'])
  expect(rulesOf('Initech accounts for 40 % of revenue.', customers)).toEqual(['none'])
})

test('the number of rows of a part is no percentage', () => {
  const sold = [{ part: 52, whole: 120, share_percent: 43.33 }]
  expect(rulesOf('Of 120 houses, 52 were sold: 43.3 %.', sold)).not.toContain('none')
  expect(rulesOf('Of 120 houses, 43 were sold: 52 %.', sold)).toContain('none')
})

test('a quarter behind a number names its column', () => {
  const regions = [
    { region: 'North', q1: 1200, q2: 1350, q3: 1100, q4: 1600 },
    { region: 'South', q1: 900, q2: 880, q3: 1010, q4: 990 },
  ]
  expect(rulesOf('North sold 1,600 in Q4, up from 1,100 in Q3.', regions)).not.toContain('none')
  expect(rulesOf('North sold 1,100 in Q4, up from 1,600 in Q3.', regions)).toContain('none')
})

test('a percentage of a column of percentages is its value', () => {
  const shares = [
    { city: 'Porto', houses_percent: 20 },
    { city: 'Faro', houses_percent: 30 },
  ]
  expect(rulesOf('Porto has 20 % of the houses.', shares)).toEqual(['cell'])
})

test.for([
  [
    'Houses in Faro are the largest, with 125 m² on average.',
    'Houses in Braga are the largest, with 125 m² on average.',
  ],
  [
    'Braga is the cheapest city, at 245,828 on average.',
    'Porto is the cheapest city, at 245,828 on average.',
  ],
] as const)(
  'the highest of all rows is no value of the row that is said to have it: "%s"',
  ([right, wrong]) => {
    expect(rulesOf(right, CITIES)).not.toContain('none')
    expect(rulesOf(wrong, CITIES)).toContain('none')
  },
)

test('the highest of all rows is proven where its own clause says so', () => {
  const text = 'Braga is the cheapest city, and the largest average area is 125.'
  expect(rulesOf(text, CITIES)).not.toContain('none')
})

const WEEKS: JsonObject[] = [
  { week: '2024-01-01', visits: 310 },
  { week: '2024-01-08', visits: 290 },
  { week: '2024-01-15', visits: 355 },
  { week: '2024-01-22', visits: 402 },
]

test('a change "from 310 to 402" is one between these values', () => {
  expect(rulesOf('Visits grew from 310 to 402, an increase of about 30 %.', WEEKS)).not.toContain('none')
  // From 290 to 402 it would be 39 %.
  expect(rulesOf('Visits grew from 310 to 402, an increase of about 40 %.', WEEKS)).toContain('none')
  expect(rulesOf('Visits grew from 310 to 402, by 92.', WEEKS)).not.toContain('none')
  expect(rulesOf('Visits grew from 310 to 402, by 112.', WEEKS)).toContain('none')
})

test('a total is one of the column that its clause names', () => {
  const classes = [
    { class: '7A', passed: 21, failed: 4 },
    { class: '7B', passed: 18, failed: 8 },
  ]
  expect(rulesOf('Altogether 39 pupils passed and 12 failed.', classes)).toEqual(['sum', 'sum'])
  expect(rulesOf('Altogether 12 pupils passed and 39 failed.', classes)).toContain('none')
})

test('a column with which others are compared is not the one of a number', () => {
  const stock = [
    { product: 'Lamp', in_stock: 12, reorder_level: 20 },
    { product: 'Desk', in_stock: 7, reorder_level: 10 },
    { product: 'Chair', in_stock: 40, reorder_level: 25 },
  ]
  expect(rulesOf('Products below their reorder level: Lamp with 12 and Desk with 7.', stock)).toEqual([
    'cell',
    'cell',
  ])
  expect(rulesOf('The reorder level of Lamp is 12.', stock)).toEqual(['none'])
})
