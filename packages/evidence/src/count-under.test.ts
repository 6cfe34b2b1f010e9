import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { proveNumbers } from './prove-numbers.ts'

const MONTHS: JsonObject[] = [
  { month: 'January', avg_max: 8, rainy_days: 18 },
  { month: 'February', avg_max: 11.9, rainy_days: 14 },
  { month: 'March', avg_max: 15.5, rainy_days: 15 },
  { month: 'April', avg_max: 18.6, rainy_days: 11 },
  { month: 'May', avg_max: 21, rainy_days: 7 },
  { month: 'June', avg_max: 22.5, rainy_days: 6 },
]

function rulesOf(text: string, rowCount = MONTHS.length): (string | null)[] {
  const results = [{ step: 1, columns: Object.keys(MONTHS[0] ?? {}), rows: MONTHS, rowCount }]
  const spans = [...proveNumbers({ text, question: '', results, statements: [] })]
  return spans.flatMap((span) => (span ? [span.kind === 'none' ? 'none' : span.rule] : []))
}

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
] as const)('counts the rows that a sentence describes: "%s"', ([text, rules]) => {
  expect(rulesOf(text)).toEqual(rules)
})

test('counts no rows where the result is longer than what was read', () => {
  expect(rulesOf('3 months have an avg max of at least 16.5 °C.', 40)).toEqual(['none', 'none'])
})

test('says how likely the count fits by chance', () => {
  const results = [{ step: 1, columns: Object.keys(MONTHS[0] ?? {}), rows: MONTHS, rowCount: 6 }]
  const text = '2 months have an average maximum below 13 °C.'
  const [span] = [...proveNumbers({ text, question: '', results, statements: [] })].filter(
    (one) => one !== null,
  )
  expect(span).toMatchObject({ kind: 'derived', column: 'avg_max', value: 2, chance: expect.closeTo(1 / 7) })
})
