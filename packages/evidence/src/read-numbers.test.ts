import { expect, test } from 'vitest'
import { readNumbers } from './read-numbers.ts'

const valuesOf = (text: string) =>
  readNumbers(text).map(({ offset, length, readings: [first] }) => [
    text.slice(offset, offset + length),
    first?.value ?? null,
  ])

test.for([
  [
    '共有1,234家，占12.5%',
    [
      ['1,234', 1234],
      ['12.5%', 12.5],
    ],
  ],
  [
    '销售额为1.2万元，去年3,400万，合计5亿',
    [
      ['1.2万', 12_000],
      ['3,400万', 34_000_000],
      ['5亿', 500_000_000],
    ],
  ],
  ['売上は123万円でした', [['123万', 1_230_000]]],
  ['매출은 1,234원입니다', [['1,234', 1234]]],
  ['数量为１２３．５个', [['１２３．５', 123.5]]],
  ['最低为-3.2度', [['-3.2', -3.2]]],
  [
    '下降百分之12，即3个百分点',
    [
      ['12', 12],
      ['3个百分点', 3],
    ],
  ],
  ['重3.5千克', [['3.5', 3.5]]],
  [
    '2024年8月5日，2024年，8月和8个月',
    [
      ['2024年8月5日', null],
      ['2024', 2024],
      ['8', 8],
    ],
  ],
  ['第3步和图2，见表 4', []],
  ['1,234,567.89 rows', [['1,234,567.89', 1234567.89]]],
  [
    'Der Wert ist 1.234.567,8 und 12,5 %',
    [
      ['1.234.567,8', 1234567.8],
      ['12,5 %', 12.5],
    ],
  ],
  ['Les 12 345,6 km sont', [['12 345,6 km', 12345.6]]],
  ['12,34,567 rupees', [['12,34,567', 1234567]]],
  ["1'234.5", [["1'234.5", 1234.5]]],
  [
    '€3.4m and $2bn, 5k, 1.5 billion',
    [
      ['€3.4m', 3.4e6],
      ['$2bn', 2e9],
      ['5k', 5000],
      ['1.5 billion', 1.5e9],
    ],
  ],
  [
    '12kg and 5m of rope',
    [
      ['12kg', 12],
      ['5m', 5],
    ],
  ],
  [
    '10–12 or 10-12',
    [
      ['10', 10],
      ['12', 12],
      ['10', 10],
      ['12', 12],
    ],
  ],
  [
    '1.2e6, 1.2×10⁶ and 3 x 10^-2',
    [
      ['1.2e6', 1.2e6],
      ['1.2×10⁶', 1.2e6],
      ['3 x 10^-2', 0.03],
    ],
  ],
  [
    '-3.5 °C, −4',
    [
      ['-3.5 °C', -3.5],
      ['−4', -4],
    ],
  ],
  [
    '١٢٣٫٤ و ٥٠٪',
    [
      ['١٢٣٫٤', 123.4],
      ['٥٠٪', 50],
    ],
  ],
  [
    'three of twelve',
    [
      ['three', 3],
      ['twelve', 12],
    ],
  ],
  [
    'drei von zwölf sind es, und die anderen',
    [
      ['drei', 3],
      ['zwölf', 12],
    ],
  ],
  [
    'two-thirds, ½ and 3/4',
    [
      ['two-thirds', 2 / 3],
      ['½', 0.5],
      ['3/4', 0.75],
    ],
  ],
  [
    '2012,2013',
    [
      ['2012', 2012],
      ['2013', 2013],
    ],
  ],
] as const)('reads the numbers of "%s" with their values', ([text, values]) => {
  expect(valuesOf(text)).toEqual(values)
})

test('leaves out ordinals, list markers, code, links, times, versions and names', () => {
  const text =
    '1. First\n2) The 3rd of Q1 in `42`, http://a.example/12 at 12:30, v1.2.3 in step 2, 3D, 3f2a99\n```\n7\n```\n550e8400-e29b-41d4-a716-446655440000'
  expect(valuesOf(text)).toEqual([])
})

test('reads dates as dates and years as years', () => {
  const found = readNumbers('On March 3, 2014, 2014-03-05 and 6 May 2012; in 2015, in March 12.3 mm')
  expect(found.map(({ form }) => form)).toEqual(['date', 'date', 'date', 'year', 'number'])
  expect(found[1]?.date).toEqual({ year: 2014, month: 3, day: 5 })
})

test('knows a number that stands alone in brackets, and its precision', () => {
  const [number] = readNumbers('a loss of (45.2)')
  expect(number).toMatchObject({ isBracketed: true, readings: [{ value: 45.2, tolerance: 0.05 }] })
})

test('has both readings of a group of three digits where no other number tells the locale', () => {
  const [number] = readNumbers('El total es 1.234 y')
  expect(number?.readings.map(({ value }) => value)).toEqual([1.234, 1234])
})

test('reads a text of 50,000 hostile characters to its end', () => {
  for (const piece of ['9,', '1.', '1 000 ', '(1)', '|', '`', 'March 1', '1/', '[x](', '-'])
    expect(readNumbers(piece.repeat(50_000 / piece.length)).length).toBeLessThanOrEqual(2000)
})

test.for([
  ['Das BIP beträgt 4,08 Billionen €.', 4.08e12],
  ['Das sind 1,4 Milliarden, das ist 1 Milliarde mehr.', 1.4e9],
  ['Le total est de 1,4 milliard.', 1.4e9],
  ['Le total est de 2,5 Md€.', 2.5e9],
  ['El PIB es de 1,4 billones.', 1.4e12],
  ['Son 1.400 mil millones de euros.', 1.4e12],
  ['Son 3 mil personas.', 3000],
  ['La perte était de 24 000 €.', 24_000],
  ['Los ingresos son de 1 250 000 euros.', 1_250_000],
  ['Выручка составила 143 900 руб.', 143_900],
  ['In 2 300 people took part.', 2],
  ['Es sind 45,2 k€.', 45_200],
  ['Es sind 61,2 T€.', 61_200],
  ['Es sind 106,4 TEUR.', 106_400],
  ['Ce sont 3,5 M€.', 3.5e6],
] as const)('reads the multiplier of "%s"', ([text, value]) => {
  expect(readNumbers(text)[0]?.readings.map((one) => one.value)).toContain(value)
})

test.for([
  'It has 4.08 trillion US dollars.',
  'It has $4.08 trillion.',
  'It has 4.08 trillion dollars.',
  'Das BIP liegt bei 4,08 Billionen US-Dollar.',
])('reads the currency behind a multiplier in "%s"', (text) => {
  const [number] = readNumbers(text)
  expect(number?.readings[0]?.value).toBe(4.08e12)
  expect(number?.unit).toMatch(/^(?:\$|dollars?)$/i)
})
