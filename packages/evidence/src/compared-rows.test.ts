import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { proveNumbers } from './prove-numbers.ts'

const REGIONS: JsonObject[] = [
  { region: 'North', sales_eur: 120_500, orders: 310 },
  { region: 'South', sales_eur: 98_250.5, orders: 275 },
  { region: 'East', sales_eur: 143_900, orders: 402 },
  { region: 'West', sales_eur: 87_340, orders: 198 },
]

function rulesOf(text: string, rows: JsonObject[]): (string | null)[] {
  const results = [{ step: 1, columns: Object.keys(rows[0] ?? {}), rows, rowCount: rows.length }]
  const spans = [...proveNumbers({ text, question: '', results, statements: [] })]
  return spans.flatMap((span) => (span ? [span.kind === 'none' ? 'none' : span.rule] : []))
}

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
