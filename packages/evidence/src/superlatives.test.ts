import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const MONTHS: JsonObject[] = [
  { month: 'January', orders: 310 },
  { month: 'May', orders: 412 },
  { month: 'June', orders: 390 },
  { month: 'December', orders: 512 },
]
const PRODUCTS: JsonObject[] = [
  { product: 'Pen', price: 3.2, units: 140 },
  { product: 'Ink', price: 2.1, units: 95 },
  { product: 'Book', price: 12.5, units: 261 },
  { product: 'Lamp', price: 39.9, units: 122 },
]
const STAFF: JsonObject[] = [
  { name: 'Ana', age: 34, salary: 52_000 },
  { name: 'Ben', age: 41, salary: 48_500 },
  { name: 'Eva', age: 38, salary: 90_250 },
  { name: 'Finn', age: 47, salary: 80_250 },
]

const WEATHER: JsonObject[] = [
  { month: 'January', avg_max: 8, rainy_days: 18, wind: 3.1 },
  { month: 'April', avg_max: 18.6, rainy_days: 11, wind: 4.2 },
  { month: 'May', avg_max: 21, rainy_days: 7, wind: 3.9 },
  { month: 'June', avg_max: 22.5, rainy_days: 6, wind: 3.3 },
]

test.for([
  [MONTHS, 'The busiest month was December with 512 orders.', 'The busiest month was May with 412 orders.'],
  [MONTHS, 'The busiest month was December, with 512.', 'The busiest month was May, with 412.'],
  [MONTHS, 'Orders were highest in December (512).', 'Orders were highest in May (412).'],
  [MONTHS, 'Der stärkste Monat war December mit 512.', 'Der stärkste Monat war May mit 412.'],
  [MONTHS, '最忙的是December:512。', '最忙的是May:412。'],
  [PRODUCTS, 'The cheapest product costs 2.10.', 'The cheapest product costs 3.20.'],
  [PRODUCTS, 'The cheapest product is Ink at 2.10.', 'The cheapest product is Pen at 3.20.'],
  [PRODUCTS, 'The best seller by units is Book with 261.', 'The best seller by units is Lamp with 122.'],
  [PRODUCTS, 'Le produit le moins cher est Ink à 2,10.', 'Le produit le moins cher est Pen à 3,20.'],
  [STAFF, 'The oldest employee is 47.', 'The oldest employee is 41.'],
  [STAFF, 'Finn is the oldest at 47.', 'Eva is the oldest at 38.'],
  [STAFF, 'Eva earns the highest salary: 90,250.', 'Finn earns the highest salary: 80,250.'],
  [WEATHER, 'The warmest month was June at 22.5 °C.', 'The warmest month was May at 21 °C.'],
  [STAFF, 'Le age le plus élevé est 47.', 'Le age le plus élevé est 41.'],
  [PRODUCTS, 'El producto con más units es Book con 261.', 'El producto con más units es Pen con 140.'],
  [
    PRODUCTS,
    'Le produit avec le plus de units est Book : 261.',
    'Le produit avec le plus de units est Pen : 140.',
  ],
] as const)('proves a superlative by the row that fulfils it: %#', ([rows, right, wrong]) => {
  expect(rulesOf(right, [...rows])).not.toContain('none')
  expect(rulesOf(wrong, [...rows])).toContain('none')
})

test.for([
  [MONTHS, 'The second busiest month was May with 412 orders.'],
  [MONTHS, 'May was among the busiest months with 412 orders.'],
  [MONTHS, 'May was the busiest month after December, with 412.'],
  [MONTHS, 'Of May and June, May was the busiest with 412.'],
  [PRODUCTS, 'The cheapest product is Ink, which sold 95 units.'],
  [PRODUCTS, 'The most recent product is Pen at 3.20.'],
  [PRODUCTS, 'Most units of Pen were sold at 3.20.'],
  [PRODUCTS, 'Lamp is the most expensive: 39.90, with 122 units.'],
  [STAFF, 'Finn is the oldest and earns 80,250.'],
  [PRODUCTS, 'The best choice for a small budget is Pen at 3.20.'],
] as const)('compares no other rows and values with a superlative: %#', ([rows, text]) => {
  expect(rulesOf(text, [...rows])).not.toContain('none')
})

test('compares no superlative with a part of a result', () => {
  expect(rulesOf('The busiest month was May with 412 orders.', MONTHS, 12)).toEqual(['cell'])
})
