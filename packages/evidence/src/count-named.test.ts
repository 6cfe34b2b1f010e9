import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const ORDERS: JsonObject[] = [
  { id: 101, customer: 'Acme', status: 'open', total: 20.5 },
  { id: 102, customer: 'Globex', status: 'open', total: 33.9 },
  { id: 103, customer: 'Initech', status: 'paid', total: 47.3 },
  { id: 104, customer: 'Umbrella', status: 'open', total: 60.7 },
  { id: 105, customer: 'Hooli', status: 'paid', total: 74.1 },
  { id: 106, customer: 'Stark', status: 'open', total: 87.5 },
  { id: 107, customer: 'Wayne', status: 'shipped', total: 100.9 },
]
const SHOPS: JsonObject[] = [
  { shop: 'Mitte', city: 'Berlin', sales: 1200, staff: 14 },
  { shop: 'Altona', city: 'Hamburg', sales: 950, staff: 11 },
  { shop: 'Kreuzberg', city: 'Berlin', sales: 1430, staff: 17 },
  { shop: 'Schwabing', city: 'Munich', sales: 1710, staff: 21 },
  { shop: 'Deutz', city: 'Cologne', sales: 880, staff: 9 },
]

test.for([
  [ORDERS, '4 orders have the status open.', '5 orders have the status open.'],
  [ORDERS, '2 orders are paid and 1 order is shipped.', '3 orders are paid and 2 orders are shipped.'],
  [ORDERS, 'Four of the 7 orders are still open.', 'Three of the 7 orders are still open.'],
  [ORDERS, 'The 4 open orders add up to 202.6.', 'The 4 open orders add up to 212.6.'],
  [SHOPS, '2 of 5 shops are in Berlin.', '3 of 5 shops are in Berlin.'],
  [SHOPS, 'Two shops are in Berlin.', 'Three shops are in Berlin.'],
  [SHOPS, 'Berlin has 2 shops.', 'Berlin has 3 shops.'],
  [SHOPS, '2 der 5 Filialen liegen in Berlin.', '3 der 5 Filialen liegen in Berlin.'],
  [SHOPS, 'Deux magasins sont à Berlin.', 'Trois magasins sont à Berlin.'],
  [SHOPS, 'Hay 2 tiendas en Berlin.', 'Hay 3 tiendas en Berlin.'],
  [SHOPS, 'Berlin有2家店。', 'Berlin有3家店。'],
] as const)('counts the rows that hold a text of the sentence: %#', ([rows, right, wrong]) => {
  expect(rulesOf(right, [...rows])).not.toContain('none')
  expect(rulesOf(wrong, [...rows])).toContain('none')
})

test.for(['Berlin sold 2.', 'Shops in Berlin have 2 staff.', 'Mitte sold 2 units.'] as const)(
  'takes no other number for the number of such rows: "%s"',
  (text) => {
    expect(rulesOf(text, SHOPS)).toEqual(['none'])
  },
)

test('counts no such rows in a part of a result', () => {
  expect(rulesOf('4 orders have the status open.', ORDERS, 40)).toEqual(['none'])
})
