import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { type AnswerClaim, proveNumbers as judge } from './prove-numbers.ts'

const proveNumbers = (claim: AnswerClaim) => [...judge(claim)].filter((span) => span !== null)

const PENGUINS: JsonObject[] = [
  { species: 'Adelie', mean_mass_g: 3700.66, n: 151 },
  { species: 'Gentoo', mean_mass_g: 5076.02, n: 123 },
  { species: 'Chinstrap', mean_mass_g: 3733.09, n: 68 },
]
const MONTHS: JsonObject[] = [8, 11.88, 15.5, 18.6, 20.99, 22.49, 23, 22.4, 21, 18.62, 15.52, 11.9].map(
  (value, index) => ({ month: index + 1, avg_max: value, rainy_days: 20 - index }),
)

function proofsOf(text: string, rows: JsonObject[], claim: Partial<AnswerClaim> = {}) {
  const columns = Object.keys(rows[0] ?? {})
  const results = [{ step: 2, columns, rows, rowCount: rows.length }]
  const spans = proveNumbers({ text, question: '', results, statements: [], ...claim })
  return spans.map(({ offset, length, kind, rule }) => {
    return [text.slice(offset, offset + length), kind === 'none' ? 'none' : rule]
  })
}

test.for([
  ['Gentoo weigh 5,076 g (5.08 kg) and Adelie 3,701 g.', ['cell', 'cell', 'cell']],
  ['Adelie and Gentoo weigh 3,701 g and 5,076 g.', ['cell', 'cell']],
  ['Gentoo weigh 3,701 g and Adelie 5,076 g.', ['none', 'none']],
  ['Gentoo weigh 5,075 g.', ['none']],
  ['Gentoo weigh 5,076 kg.', ['none']],
  ['Adelie weigh 3,700 g.', ['none']],
  ['Adelie weigh about 3,700 g.', ['cell']],
  ['The three species have 342 penguins in total.', ['row_count', 'sum']],
  ['All 4 species have 343 penguins in total.', ['none', 'none']],
  ['Gentoo are 37.2 % heavier than Adelie, 1.37 times as heavy.', ['change', 'ratio']],
  ['Gentoo are 36.0 % of all penguins by n.', ['share']],
  ['Gentoo are 1,375 g heavier than Adelie.', ['difference']],
  ['| Species | Mean mass (g) |\n|---|---|\n| Adelie | 3,701 |\n| Gentoo | 3,733 |', ['cell', 'none']],
  ['**Gentoo**\n\n- mean mass: 5,076 g\n- n: 151', ['cell', 'none']],
] as const)('judges the numbers of "%s"', ([text, rules]) => {
  expect(proofsOf(text, PENGUINS).map(([, rule]) => rule)).toEqual(rules)
})

test.for([
  ['In March the average was 15.5 °C, and in July 23.0 °C with 14 rainy days.', ['cell', 'cell', 'cell']],
  ['In March the average was 23.0 °C.', ['none']],
  ['In total there were 174 rainy days, 14.5 on average.', ['sum', 'mean']],
  ['From January to June it rose by 14.5 °C, or 181 %.', ['difference', 'change']],
  ['The warmest month has 23.0 °C, the coldest 8.0 °C.', ['cell', 'cell']],
  ['Im März waren es 15,5 °C und im Juli 23,0 °C.', ['cell', 'cell']],
] as const)('judges the numbers of months in "%s"', ([text, rules]) => {
  expect(proofsOf(text, MONTHS).map(([, rule]) => rule)).toEqual(rules)
})

const CITIES: JsonObject[] = [
  { 城市: '北京', 销售额: 12_340, 订单: 151 },
  { 城市: '上海', 销售额: 15_678, 订单: 123 },
  { 城市: '广州', 销售额: 9_870, 订单: 68 },
]

test.for([
  ['北京的销售额为12,340元，上海为15,678元。', ['cell', 'cell']],
  ['北京的销售额为1.23万元，上海为1.57万元。', ['cell', 'cell']],
  ['北京的销售额为15,678元，上海为12,340元。', ['none', 'none']],
  ['北京的销售额为12,341元。', ['none']],
  ['销售额最高的是上海（15,678元），最低的是广州（9,870元）。', ['cell', 'cell']],
  ['三个城市的订单总计342个，平均114个。', ['row_count', 'sum', 'mean']],
  ['三个城市的订单总计343个，平均115个。', ['row_count', 'none', 'none']],
  ['上海的销售额比北京高3,338元，高出27.1%。', ['difference', 'change']],
  ['上海的销售额比北京高3,339元，高出28.1%。', ['none', 'none']],
  ['北京占全部销售额的32.6%。', ['share']],
  ['| 城市 | 销售额 |\n|---|---|\n| 北京 | 12,340 |\n| 上海 | 9,870 |', ['cell', 'none']],
] as const)('judges the numbers of "%s"', ([text, rules]) => {
  expect(proofsOf(text, CITIES).map(([, rule]) => rule)).toEqual(rules)
})

test.for([
  ['8月的平均最高气温为22.4 °C，1月为8 °C。', ['cell', 'cell']],
  ['3月的平均最高气温为23.0 °C。', ['none']],
] as const)('judges the numbers of months in "%s"', ([text, rules]) => {
  expect(proofsOf(text, MONTHS).map(([, rule]) => rule)).toEqual(rules)
})

const YEARS: JsonObject[] = [
  { year: 2023, sales: 100 },
  { year: 2024, sales: 150 },
]

// 100 of 250 are 40 %, and 2023 of 4047 are 50 %.
test.for([
  'Sales rose from 100 to 150, a %s increase.',
  'That is an increase of %s.',
  'That is a growth of %s.',
  'That is a %s growth.',
  'Das ist ein Anstieg um %s.',
  'Das ist ein Wachstum von %s.',
  "C'est une hausse de %s.",
  'Es un aumento del %s.',
])('a share is no change in "%s"', (text) => {
  const changes = ['40 %', '50 %'].map((share) => proofsOf(text.replace('%s', share), YEARS).at(-1))
  expect(changes).toEqual([
    ['40 %', 'none'],
    ['50 %', 'change'],
  ])
})

test.for([
  ['Sales rose by 50 %.', 'none'],
  ['Sales rose by 25 %.', 'change'],
  ['Sales rose by 50.', 'difference'],
  ['That is an increase of 50 %.', 'none'],
  ['They are 50% higher in the second year.', 'none'],
] as const)('a difference of amounts is no percentage in "%s"', ([text, rule]) => {
  const rows = [
    { year: 2023, sales: 200 },
    { year: 2024, sales: 250 },
  ]
  expect(proofsOf(text, rows).map(([, found]) => found)).toEqual([rule])
})

test.for([
  ['There are two thousand airports.', [['two thousand', 'none']]],
  ['There are two million airports.', [['two million', 'none']]],
  ['There are 2 hundred airports.', [['2 hundred', 'none']]],
  ['There are five thousand airports.', [['five thousand', 'cell']]],
  ['There are one hundred and seven airports.', []],
  ['There are twenty seven airports.', []],
  ['There are three hundred and twelve airports.', []],
  [
    'Es gibt fünf Tausend Flughäfen und das sind 5 Tsd.',
    [
      ['fünf Tausend', 'cell'],
      ['5 Tsd', 'cell'],
    ],
  ],
  [
    'Их 5 тыс. или 0,005 млн.',
    [
      ['5 тыс', 'cell'],
      ['0,005 млн', 'cell'],
    ],
  ],
] as const)('a word is no part of a larger number in "%s"', ([text, expected]) => {
  expect(proofsOf(text, [{ airports: 5000 }, { airports: 107 }])).toEqual(expected)
})

test('a difference of percentages is one', () => {
  const rows = [
    { year: 2023, rate: 20 },
    { year: 2024, rate: 25 },
  ]
  expect(proofsOf('The rate rose by 5 %.', rows)).toEqual([['5 %', 'difference']])
})

test('does not judge dates of the question, and knows its numbers and the conditions of the statements', () => {
  const claim = { question: 'Days above 30 °C in 2014?', statements: ['SELECT 1 WHERE t > 12 LIMIT 5'] }
  const rows = [{ days: 9 }]
  expect(proofsOf('In 2014, 9 days were above 30 °C; the top 5 of them above 12.', rows, claim)).toEqual([
    ['9 days', 'cell'],
    ['30 °C', 'question'],
    ['5', 'condition'],
    ['12', 'condition'],
  ])
})

test('finds dates and years in their cells', () => {
  const rows = [
    { date: '2014-03-01', rain: 4.2 },
    { date: '2014-03-02', rain: 1.1 },
  ]
  const text = 'On 1 March 2014 it rained 4.2 mm, on March 2, 2014 4.2 mm, on 2014-03-09 9.9 mm.'
  expect(proofsOf(text, rows).map(([, rule]) => rule)).toEqual([
    'cell',
    'cell',
    'cell',
    'none',
    'none',
    'none',
  ])
})

test('reads nested values, decimals as text and two hundred columns', () => {
  const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, index * 1.5]))
  expect(proofsOf('The value is 298.5.', [wide])).toEqual([['298.5', 'cell']])
  expect(proofsOf('It is 12.25.', [{ amounts: [{ value: '12.25' }] }])).toEqual([['12.25', 'cell']])
  expect(proofsOf('It is 7.125.', [{ amounts: '{"a": [7.125]}' }])).toEqual([['7.125', 'cell']])
})

test('says how likely a number matches a large result by chance', () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ id: `x${index}`, amount: index * 7 }))
  const results = [{ step: 1, columns: ['id', 'amount'], rows, rowCount: 1_000_000 }]
  const [span] = proveNumbers({ text: 'It is 70.', question: '', results, statements: [] })
  expect(span).toMatchObject({ kind: 'cell', row: 11, column: 'amount' })
  expect(span?.chance).toBeGreaterThan(0.8)
})

test('takes the figures of a whole result whose rows are not all known', () => {
  const figures = [
    { column: 'amount', count: 9, distinct: 9, sum: 4512, mean: 501.3, min: 1, max: 999, median: 480 },
  ]
  const results = [
    {
      step: 1,
      columns: ['amount'],
      rows: [{ amount: 3 }],
      rowCount: 9,
      whole: { figures: () => figures, found: [] },
    },
  ]
  const text = 'The total is 4,512, the median 480, on average 501.3.'
  const spans = proveNumbers({ text, question: '', results, statements: [] })
  expect(spans.map(({ rule }) => rule)).toEqual(['sum', 'median', 'mean'])
})

test('prefers the cell that the words point to among equal ones, in a huge result too', () => {
  const rows = Array.from({ length: 200 }, (_, index) => {
    return { station: `Station ${index}`, depth_m: index, rainy_days: index === 150 ? 70 : 300 - index }
  })
  const found = [{ row: 90_001, values: { station: 'Harbour', depth_m: 70, rainy_days: 12 } }]
  const figures = [{ column: 'depth_m', distinct: 400_000, count: 1_000_000 }].map((column) => {
    return { ...column, sum: 1, mean: 1, min: 0, max: 9, median: 1 }
  })
  const columns = ['station', 'depth_m', 'rainy_days']
  const results = [{ step: 1, columns, rows, rowCount: 1_000_000, whole: { figures: () => figures, found } }]
  const prove = (text: string) => proveNumbers({ text, question: '', results, statements: [] })
  // Row 71 has a depth of 70 and row 151 has 70 rainy days: the words decide.
  expect(prove('The depth is 70 m.')[0]).toMatchObject({ row: 71, column: 'depth_m' })
  expect(prove('It had 70 rainy days.')[0]).toMatchObject({ row: 151, column: 'rainy_days' })
  expect(prove('The Harbour has a depth of 70 m.').at(-1)).toMatchObject({ row: 90_001, column: 'depth_m' })
  for (const [span] of [prove('The depth is 70 m.'), prove('It had 70 rainy days.')])
    expect(span?.chance).toBeGreaterThan(0.5)
  expect(prove('The depth is 123,457 m.')[0]?.kind).toBe('none')
})

test('takes no unread row of a huge result as proof of a number that it would match by chance', () => {
  const spread = {
    count: 900_000,
    distinct: 900_000,
    sum: 4_512_345_678,
    mean: 5013.7,
    min: 0.5,
    max: 98_765,
  }
  const whole = {
    figures: () => [{ column: 'amount', ...spread, median: 4321.5 }],
    found: [{ row: 5000, values: { amount: 4711 } }],
  }
  const results = [{ step: 1, columns: ['amount'], rows: [{ amount: 1.5 }], rowCount: 900_000, whole }]
  const claim = { text: 'An order had 4,711.', question: '', results, statements: [] }
  expect(proveNumbers(claim).map(({ kind }) => kind)).toEqual(['none'])
})

test.for([
  ['The mass is 12kg.', 12, 'mass_kg'],
  ['It cost €3.4m.', 3_400_000, 'cost_eur'],
  ['It lies between 10–12 m.', 12, 'depth_m'],
  ['The balance is (1,250).', -1250, 'balance'],
  ['The rate is 1.2e-5.', 0.000012, 'rate'],
  ['النسبة ٤٫٥٪', 4.5, 'share_percent'],
  ['It is −7 °C.', -7, 'temperature'],
  ['About half of them.', 0.5, 'share'],
] as const)('reads the number of "%s" as it is written', ([text, value, column]) => {
  const rows = [{ [column]: column === 'depth_m' ? 10 : value }, { [column]: value }]
  expect(proofsOf(text, rows).filter(([, rule]) => rule !== 'cell')).toEqual([])
})

test('carries the block of the ledger with each number, and proves the block itself', () => {
  const rows = [{ total_stake: '4101.5', validators: 12 }]
  const columns = ['total_stake', 'validators']
  const results = [{ step: 2, columns, rows, rowCount: 1, blockHeight: 30_456 }]
  const text = 'As of block 30,456 the 12 validators hold 4,101.5 CHN, not 9,999.'
  const spans = proveNumbers({ text, question: '', results, statements: [] })
  expect(spans.map(({ kind, rule, blockHeight }) => [kind, rule, blockHeight])).toEqual([
    ['derived', 'block_height', 30_456],
    ['cell', 'cell', 30_456],
    ['cell', 'cell', 30_456],
    ['none', null, null],
  ])
})

test('judges the first 500 numbers of an answer of 50,000 characters', () => {
  const text = 'Gentoo weigh 5,076 g. '.repeat(2300)
  expect(text.length).toBeGreaterThan(50_000)
  const results = [{ step: 1, columns: ['species', 'mean_mass_g'], rows: PENGUINS, rowCount: 3 }]
  expect(proveNumbers({ text, question: text, results, statements: [text] })).toHaveLength(500)
})

test('gives offsets in the answer as it was written, with Arabic-Indic digits too', () => {
  const text = 'المتوسط ٥٬٠٧٦'
  const results = [{ step: 1, columns: ['mass'], rows: [{ mass: 5076 }], rowCount: 1 }]
  const [span] = proveNumbers({ text, question: '', results, statements: [] })
  expect(span && text.slice(span.offset, span.offset + span.length)).toBe('٥٬٠٧٦')
  expect(span?.kind).toBe('cell')
})

test('judges no number that was not sought in all rows of a large result, unless its proof is there', () => {
  const figures = { count: 9, distinct: 9, sum: 8, mean: 2, min: 1, max: 999, median: 3 }
  const found = [{ row: 412, values: { amount: 17.5 } }]
  const text = 'First 18.5, then 17.5 and 19.5.'
  const whole = { figures: () => [{ column: 'amount', ...figures }], found, end: text.indexOf('17.5') }
  const results = [{ step: 1, columns: ['amount'], rows: [{ amount: 3 }], rowCount: 9000, whole }]
  const spans = proveNumbers({ text, question: '', results, statements: [] })
  expect(spans.map(({ kind, rule }) => [kind, rule])).toEqual([
    ['none', null],
    ['cell', 'cell'],
  ])
})

const CYLINDERS: JsonObject[] = [
  { cylinders: 3, average_horsepower: 99.25 },
  { cylinders: 4, average_horsepower: 78.47 },
  { cylinders: 5, average_horsepower: 82.33 },
  { cylinders: 6, average_horsepower: 101.51 },
  { cylinders: 8, average_horsepower: 158.45 },
]
const CYLINDER_TABLE = (value: string) =>
  `| cylinders | average horsepower |\n| ---: | ---: |\n| 3 | 99.25 |\n| 4 | ${value} |\n| 6 | 101.51 |`

test.for([
  ['Average horsepower: highest 158.45 (8), lowest 78.47 (4).', ['cell', 'cell', 'cell', 'cell']],
  ['Average horsepower: highest 158.45 (8), lowest 99.25 (3).', ['cell', 'cell', 'none', 'cell']],
  ['Average horsepower: highest 158.45 (6).', ['none', 'none']],
  [CYLINDER_TABLE('78.47'), ['cell', 'cell', 'cell', 'cell', 'cell', 'cell']],
  [CYLINDER_TABLE('101.51'), ['cell', 'cell', 'cell', 'none', 'cell', 'cell']],
  [CYLINDER_TABLE('158.45'), ['cell', 'cell', 'cell', 'none', 'cell', 'cell']],
] as const)('judges rows that a number names in "%s"', ([text, rules]) => {
  expect(proofsOf(text, CYLINDERS).map(([, rule]) => rule)).toEqual(rules)
})

test('takes the name in brackets behind a number for the name of its row', () => {
  const judge = (text: string) => proofsOf(text, PENGUINS).map(([, rule]) => rule)
  expect(judge('By mean mass: highest 5,076 g (Gentoo), lowest 3,701 g (Adelie).')).toEqual(['cell', 'cell'])
  expect(judge('By mean mass: highest 5,076 g (Gentoo), lowest 3,733 g (Adelie).')).toEqual(['cell', 'none'])
})

test('takes a line without a name for the rows without one', () => {
  const rows = [...PENGUINS, { species: null, mean_mass_g: 4100.25, n: 2 }]
  const judge = (value: string) =>
    proofsOf(`| Species | Mean mass (g) |\n|---|---|\n| Gentoo | 5,076 |\n| (none) | ${value} |`, rows)
  expect(judge('4,100').map(([, rule]) => rule)).toEqual(['cell', 'cell'])
  expect(judge('5,076').map(([, rule]) => rule)).toEqual(['cell', 'none'])
})

test('knows the rows that an answer leaves out, and changes that go up and down', () => {
  const rest = (count: number) =>
    proofsOf(`- January: 8.0\n- February: 11.88\n\n${count} more rows are not shown here.`, MONTHS).at(-1)
  expect(rest(10)).toEqual(['10', 'rows_left_out'])
  expect(rest(25)?.[1]).toBe('none')
  const change = proofsOf('From January to June the avg max goes from 8.0 to 22.5, up 181 %.', MONTHS).at(-1)
  expect(change).toEqual(['181 %', 'change'])
})
