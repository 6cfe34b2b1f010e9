import type { JsonObject } from '@parley/domain'
import { describe, expect, test } from 'vitest'
import { rulesOf } from './testing/rules-of.ts'

const SALARIES: JsonObject[] = [
  { department: 'Engineering', average_salary: 82_000 },
  { department: 'Sales', average_salary: 51_000 },
  { department: 'Salesforce', average_salary: 61_000 },
  { department: 'University', average_salary: 71_000 },
]

test.each([
  ['Engineers earn 82,000 on average.', 'cell'],
  ['Engineers earn 51,000 on average.', 'none'],
  ['The average salary of engineers is 51,000.', 'none'],
  ['Sales earns 61,000 on average.', 'none'],
  ['Salesforce pays 51,000 on average.', 'none'],
])('finds the row of the people that a sentence names: "%s" is %s', (text, rule) => {
  expect(rulesOf(text, SALARIES)).toEqual([rule])
})

test('a word for people names no row of a column that does not say what they do', () => {
  const rows = [
    { product: 'Engineering', price: 82 },
    { product: 'Marketing', price: 51 },
  ]
  expect(rulesOf('Engineers pay a price of 51.', rows)).toEqual(['cell'])
})

describe('the nearer of two columns is the one that a word names', () => {
  const REGIONS: JsonObject[] = [
    { region: 'North', sales: 120, salesforce: 31 },
    { region: 'South', sales: 90, salesforce: 44 },
  ]
  const RAIN: JsonObject[] = [
    { city: 'Bergen', rain_mm: 2250, rainy_days: 231 },
    { city: 'Oslo', rain_mm: 763, rainy_days: 163 },
  ]

  test.each([
    ['Sales in the North were 120.', 'cell'],
    ['North has a salesforce of 31.', 'cell'],
    ['Sales in the North were 31.', 'none'],
    ['The salesforce in the North is 120.', 'none'],
  ])('of sales and salesforce: "%s" is %s', (text, rule) => {
    expect(rulesOf(text, REGIONS)).toEqual([rule])
  })

  test.each([
    ['Bergen has the most rain: 2,250 mm.', 'cell'],
    ['Bergen has 231 rainy days.', 'cell'],
    ['It rains on 231 days in Bergen.', 'cell'],
    ['Oslo has 163 days of rain.', 'cell'],
    ['Bergen has 2,250 rainy days.', 'none'],
    ['Oslo has 763 rainy days and Bergen more.', 'none'],
    ['Bergen has the most rain: 231.', 'none'],
    ['Bergen has 231 mm of rain.', 'none'],
    ['The rain in Bergen is 231.', 'none'],
  ])('of rain and rainy days: "%s" is %s', (text, rule) => {
    expect(rulesOf(text, RAIN)).toEqual([rule])
  })
})
