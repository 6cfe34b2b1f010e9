import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { type AnswerClaim, proveNumbers as judge } from './prove-numbers.ts'

const MONTHS: JsonObject[] = [8, 11.88, 15.5, 18.6, 20.99, 22.49, 23, 22.4, 21, 18.62, 15.52, 11.9].map(
  (value, index) => ({ month: index + 1, avg_max: value, rainy_days: 20 - index }),
)

function proofsOf(text: string, rows: JsonObject[], claim: Partial<AnswerClaim> = {}) {
  const columns = Object.keys(rows[0] ?? {})
  const results = [{ step: 2, columns, rows, rowCount: rows.length }]
  const spans = [...judge({ text, question: '', results, statements: [], ...claim })].filter(
    (span) => span !== null,
  )
  return spans.map(({ offset, length, kind, rule }) => {
    return [text.slice(offset, offset + length), kind === 'none' ? 'none' : rule]
  })
}

test('names the row of a name that a bracket, a comma or an "and" divides', () => {
  const rows = [
    { place: 'Japan', life: 82.5 },
    { place: 'Hong Kong, China', life: 81.77 },
    { place: 'Estate wagon (sw)', life: 79.5 },
    { place: 'Fire and Water', life: 75.25 },
  ]
  const answer = (a: string, b: string, c: string) =>
    `The highest:\n\n1. Japan: 82.5\n2. Hong Kong, China: ${a}\n3. Estate wagon (sw): ${b}\n4. Fire and Water: ${c}`
  const judge = (text: string) => proofsOf(text, rows).map(([, rule]) => rule)
  expect(judge(answer('81.77', '79.5', '75.25'))).toEqual(['cell', 'cell', 'cell', 'cell'])
  expect(judge(answer('82.5', '82.5', '82.5'))).toEqual(['cell', 'none', 'none', 'none'])
})

test('takes a bracket for a statement about the name before it', () => {
  const rows = [
    { node: 'Node-A', stake: 5000, share: 41.67 },
    { node: 'Node-D', stake: 1000, share: 8.33 },
  ]
  const judge = (a: string, d: string) =>
    proofsOf(`Next are Node-A (5,000, ${a} % of all) and Node-D (1,000, ${d} % of all).`, rows).map(
      ([, rule]) => rule,
    )
  expect(judge('41.67', '8.33')).toEqual(['cell', 'cell', 'cell', 'cell'])
  expect(judge('8.33', '41.67')).toEqual(['cell', 'none', 'cell', 'none'])
})

test('calculates "up" from the smaller value and "down" from the larger one', () => {
  const rows = [
    { year: 2012, rain_mm: 1226 },
    { year: 2015, rain_mm: 1139.2 },
  ]
  const judge = (text: string) => proofsOf(text, rows).at(-1)?.[1]
  expect(judge('Rain went from 1,226 mm in 2012 to 1,139.2 mm in 2015, down 7.1 %.')).toBe('change')
  expect(judge('Rain went from 1,226 mm in 2012 to 1,139.2 mm in 2015, down 7.6 %.')).toBe('none')
  expect(judge('Compared with 2015, rain in 2012 was higher by 7.6 %.')).toBe('change')
})

test('reads a number among more precise ones of its column as exact', () => {
  const rows = [
    { genre: 'Drama', rating: 6.77 },
    { genre: 'Western', rating: 6.84 },
    { genre: 'Documentary', rating: 7 },
    { genre: 'Horror', rating: 5.68 },
  ]
  const judge = (western: string, others: readonly string[]) =>
    proofsOf(
      `| Genre | Rating |\n|---|---|\n| Western | ${western} |\n| Drama | ${others[0]} |\n| Horror | ${others[1]} |\n| Documentary | 7 |`,
      rows,
    ).map(([, rule]) => rule)
  expect(judge('7', ['6.77', '5.68'])).toEqual(['none', 'cell', 'cell', 'cell'])
  expect(judge('7', ['7', '6'])).toEqual(['cell', 'cell', 'cell', 'cell'])
})

test('knows how many rows of a larger result the model read', () => {
  const results = [
    {
      step: 2,
      columns: ['month', 'avg_max'],
      rows: MONTHS,
      rowCount: 551,
      whole: { figures: () => [], found: [] },
    },
  ]
  const text = (read: number, all: number, more: number) =>
    `By month, the first ${read} of ${all} rows:\n\n- January: 8.0\n- February: 11.88\n\n${more} more rows are not shown.`
  const judge = (given: string) =>
    proofsOf(given, [], { results }).filter(([shown]) => !String(shown).includes('.'))
  expect(judge(text(12, 551, 10)).map(([, rule]) => rule)).toEqual([
    'rows_shown',
    'row_count',
    'rows_left_out',
  ])
  expect(judge(text(13, 555, 20)).map(([, rule]) => rule)).toEqual(['none', 'none', 'none'])
})

test('takes the digits of a round() for no condition, and the values of a list for conditions', () => {
  const judge = (statement: string) =>
    proofsOf('It is 3, or 40.', [{ days: 9 }], { statements: [statement] }).map(([, rule]) => rule)
  expect(judge('SELECT round(avg(days), 3) FROM t WHERE id IN (30, 40)')).toEqual(['none', 'condition'])
})

test('proves no number of a row by the sample values of a catalog', () => {
  const samples = Array.from({ length: 40 }, (_, index) => index + 100)
  const catalog = { step: 1, columns: ['samples'], rows: [{ samples }], rowCount: 1, isLoose: true }
  const table = {
    step: 2,
    columns: ['species', 'n'],
    rows: [
      { species: 'Gentoo', n: 123 },
      { species: 'Adelie', n: 151 },
    ],
    rowCount: 2,
  }
  const judge = (text: string) => proofsOf(text, [], { results: [catalog, table] }).map(([, rule]) => rule)
  expect(judge('There are 123 Gentoo.')).toEqual(['cell'])
  expect(judge('There are 124 Gentoo.')).toEqual(['none'])
  expect(judge('| Species | n |\n|---|---|\n| Gentoo | 124 |')).toEqual(['none'])
})

const ORDERS: JsonObject[] = [
  { order_id: 10_249, customer_id: 79, total: 1863.4 },
  { order_id: 10_250, customer_id: 34, total: 1552.6 },
  { order_id: 10_251, customer_id: 84, total: 654.06 },
  { order_id: 10_252, customer_id: 76, total: 3597.9 },
]

test.for([
  ['Order 10250 was 1,552.60.', ['cell', 'cell']],
  ['Order 10250 was 654.06.', ['cell', 'none']],
  ['The largest order is 10252 with a total of 3,597.90.', ['cell', 'cell']],
  ['The largest order is 10252 with a total of 1,863.40.', ['cell', 'none']],
  ['Order #10251 of customer 84 has 654.06.', ['cell', 'cell']],
  ['Order 10250 has 1,552.60 and order 10251 has 654.06.', ['cell', 'cell', 'cell', 'cell']],
  ['Order 10250 has 654.06 and order 10251 has 1,552.60.', ['cell', 'none', 'cell', 'none']],
  ['Order 10252 is above the average of 1,916.99.', ['cell', 'mean']],
  ['The 4 orders have a total of 7,667.96.', ['row_count', 'sum']],
  ['The median order has 1,708.', ['median']],
  ['The median order has 1,808.', ['none']],
] as const)('takes an id that is called by its column for the name of its row: "%s"', ([text, rules]) => {
  expect(proofsOf(text, ORDERS).map(([, rule]) => rule)).toEqual(rules)
})

test('names rows behind an abbreviated million', () => {
  const rows = [
    { country: 'Spain', population: 47_400_000 },
    { country: 'France', population: 68_000_000 },
    { country: 'Italy', population: 58_900_000 },
  ]
  const judge = (france: string, spain: string) =>
    proofsOf(`Es sind ${france} Mio. in France und ${spain} Mio. in Spain.`, rows).map(([, rule]) => rule)
  expect(judge('68,0', '47,4')).toEqual(['cell', 'cell'])
  expect(judge('47,4', '68,0')).toEqual(['none', 'none'])
})
