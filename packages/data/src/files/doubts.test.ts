import type { FileFormat, ReadingSettings } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { makeWorkbook } from '../testing/workbook.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

// Small files made after what public ones have in common. Each holds a trap for sums and comparisons of its values.

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

async function read(
  content: string | Uint8Array,
  format: FileFormat = 'csv',
  settings: ReadingSettings = {},
) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const upload = { ...workshop, ownerId: 'ann', name: 'x', format, content: bytes }
  const { tables } = await ingestFile({ ...upload, settings: [{ table: 'x', settings }] })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const ask = async (sql: string) => (await run.call('execute_sql', { generated_sql: sql })).output.rows
  const noted = async (sql: string) => (await run.call('execute_sql', { generated_sql: sql })).output.notes
  const { notes = [] } = tables[0]?.reading ?? {}
  return {
    ask,
    noted,
    types: Object.fromEntries((tables[0]?.columns ?? []).map(({ name, type }) => [name, type])),
    notes: notes.map(({ kind, column, text }) => [kind, column, text].filter(Boolean).join(' | ')),
  }
}

describe('a delimited file', () => {
  test('whose rows mostly leave out their last, empty value is read', async () => {
    const { ask, notes } = await read('day;berri;urbain\n01/01/2012;35;\n13/01/2012;83\n14/01/2012;135\n')
    expect(await ask('SELECT count(*) AS n, sum(berri) AS s, count(urbain) AS u FROM x.x')).toEqual([
      { n: 3, s: 253, u: 0 },
    ])
    expect(notes.join()).toContain('2 rows have fewer than 3 values')
  })

  test('of which a third of the values are not numbers says so', async () => {
    const { types, notes } = await read('n,m\n1,a\n2,b\n3,c\n4,d\n5x,e\n6x,f\n')
    expect(types).toEqual({ n: 'VARCHAR', m: 'VARCHAR' })
    expect(notes).toContain(
      'kept_as_text | n | 2 of 6 values are no numbers, the first is “5x” in line 6. Kept as text.',
    )
  })

  test.each([
    ['2024-01-31', '2024-02-29', 'unknown'],
    ['31/01/2024', '29/02/2024', 'unknown'],
    ['9-Mar-11', '30-Apr-11', '1st of May'],
  ])('of dates such as %s with another text says so', async (...days) => {
    const { types, notes } = await read(`day\n${days.join('\n')}\n`)
    expect(types).toEqual({ day: 'VARCHAR' })
    expect(notes.join()).toMatch(/kept_as_text \| day \| .*(unlike the others|others do not).* Kept as text/)
  })

  test('of dates in a form that is not read says so', async () => {
    const { types, notes } = await read('quarter,time\n"Mon, 9 Mar 2011",3:38\n"Tue, 10 Mar 2011",12:05\n')
    expect(types).toEqual({ quarter: 'VARCHAR', time: 'VARCHAR' })
    expect(notes.join()).toContain('time | Values look like dates or times')
  })

  test('of days and times with a dash between them is read', async () => {
    const { ask, types } = await read('held,n\nAug 10 2018 - 7:00pm,1\nAug 11 2018 - 11:30am,2\n')
    expect(types).toEqual({ held: 'TIMESTAMP', n: 'BIGINT' })
    expect(await ask('SELECT max(held) AS last FROM x.x')).toEqual([{ last: '2018-08-11T11:30:00' }])
  })

  test('with blanks and commas between thousands never takes a thousand for a one', async () => {
    const { types, notes } = await read('n,m\n1 414,a\n"566,216",b\n12,c\n')
    expect(types).toEqual({ n: 'VARCHAR', m: 'VARCHAR' })
    expect(notes.join()).toContain('kept_as_text | n')
    const { ask } = await read('n;m\n1 414,250;a\n566,216;b\n12,125;c\n')
    expect(await ask('SELECT sum(n) AS n FROM x.x')).toEqual([{ n: 1992.591 }])
  })

  test('with blanks behind a minus has negative numbers', async () => {
    const { ask, notes } = await read('town;net\nA;-  23    \nB;  71    \nC;- 1 194\n')
    expect(await ask('SELECT sum(net) AS n, min(net) AS low FROM x.x')).toEqual([{ n: -1146, low: -1194 }])
    expect(notes.join()).toContain('A minus with blanks behind it makes a number negative.')
  })

  test('with two colons between values has their columns', async () => {
    const { ask, notes } = await read('1::F::1::10\n2::M::56::16\n3::M::25::15\n')
    expect(await ask("SELECT sum(column_3) AS n FROM x.x WHERE column_2 = 'M'")).toEqual([{ n: 81 }])
    expect(notes.join()).toContain('Values are separated by “::”')
  })

  test.each([
    ['by another name', 'precinct,voters\n01-01,10\n01-02,20\nCOUNTY TOTALS,30\n', '“COUNTY TOTALS”'],
    [
      'among its rows',
      'Region,Town,n\nNorth,A,1\nNorth,B,2\nNorth Total,,3\nSouth,C,4\nSouth,D,5\nSouth Total,,9\nGrand Total,,12\n',
      '“North Total”, “South Total”, “Grand Total”',
    ],
    ['that is a mean', 'dept,n\nA,10\nB,30\nC,60\nAverage,33.3\n', '“Average”'],
  ])('with a total %s says so', async (_, content, labels) => {
    const { notes } = await read(content)
    expect(notes).toContain(
      `mended | Rows that look like totals or means are kept: ${labels}. Sums over the table count their values twice.`,
    )
  })

  test.each([
    ['last', 'Region,2019,2020\nNorth,10,20\nSouth,30,40\nEast,5,6\n,45,66\n'],
    ['last', 'state,deaths,rate\nA,10,1.5\nB,20,2.5\nC,30,0.5\nAll states,60,1.4\n'],
    ['first', 'country,pop\nWorld,1000\nA,300\nB,500\nC,200\n'],
  ])('whose %s row adds up the others says so', async (place, content) => {
    const { notes } = await read(content)
    expect(notes.join()).toContain(
      `The ${place} row has the sums of all other rows and is kept: sums over the table count its values twice.`,
    )
  })

  test('of values that add up by chance, or are called total in a name, has no such note', async () => {
    const chance = await read('k,a,b\nx,1,0\ny,0,7\nz,0,2\nw,1,5\n')
    const names = await read('cereal,sugar\nTotal Raisin Bran,14\nWheaties,3\nTrix,12\nTotal Corn Flakes,3\n')
    expect([...chance.notes, ...names.notes]).toEqual([])
  })

  test('with a number that stands for no value says so', async () => {
    const { notes } = await read(
      'year,temp,rain,age\n1990,12.1,100,31\n1991,-999.9,120,45\n1992,12.7,-9999,999\n1993,13.0,90,999\n',
    )
    expect(notes).toEqual([
      'numbers | temp | -999.9 stands in 1 row, far from all other values: it may mean that there is no value.',
      'numbers | rain | -9999 stands in 1 row, far from all other values: it may mean that there is no value.',
      'numbers | age | 999 stands in 2 rows, far from all other values: it may mean that there is no value.',
    ])
  })

  test('of days written as whole numbers says so', async () => {
    const { types, notes } = await read('date,code\n20200131,20200131\n20200201,99\n20201231,7\n')
    expect(types).toEqual({ date: 'BIGINT', code: 'BIGINT' })
    expect(notes).toEqual([
      'numbers | date | Days written as whole numbers, such as 20200131: a difference of two is no number of days.',
    ])
  })

  test('of days as spreadsheets count them says so, and how they become days', async () => {
    const { ask, notes } = await read('id,order date,size\n1,45292,45292\n2,45350,45293\n')
    expect(notes).toEqual([
      'numbers | order_date | Whole numbers such as 45292 may be days as spreadsheets count them: DATE \'1899-12-30\' + CAST("order_date" AS INTEGER) gives 2024-01-01.',
    ])
    expect(await ask("SELECT max(DATE '1899-12-30' + CAST(order_date AS INTEGER)) AS d FROM x.x")).toEqual([
      { d: '2024-02-28' },
    ])
  })

  test('in which a point may stand between thousands says so, and the owner can choose', async () => {
    const content = 'city;population\nA;1.234\nB;12.345\nC;123.456\n'
    const { types, notes } = await read(content)
    expect(types).toEqual({ city: 'VARCHAR', population: 'DOUBLE' })
    expect(notes).toEqual([
      'numbers | population | Every value has three digits behind a point, such as 1.234, which was read as the decimal mark. If it stands between thousands, choose the comma as decimal mark.',
    ])
    const chosen = await read(content, 'csv', { decimalMark: ',' })
    expect(await chosen.ask('SELECT sum(population) AS n FROM x.x')).toEqual([{ n: 137_035 }])
  })

  test.each([
    ['beside smaller ones', 'A;500\nB;1.000\nC;25.000\n'],
    ['once', 'A;500\nB;1.250\nC;80\n'],
  ])('in which a point may stand between thousands %s says so', async (_, rows) => {
    const { notes } = await read(`city;visitors\n${rows}`)
    expect(notes).toEqual([
      'numbers | visitors | Every value with a point has three digits behind it, such as 1.234, which was read as the decimal mark. If it stands between thousands, choose the comma as decimal mark.',
    ])
  })

  test.each([
    ['two digits behind one point', ['500', '1.25', '2.125']],
    ['a larger number without a point', ['5000', '1.250']],
    ['zero before the point', ['0', '0.125']],
  ])('with %s has no thousands to doubt', async (_, values) => {
    const { notes } = await read(`k,n\n${values.map((value) => `a,${value}\n`).join('')}`)
    expect(notes).toEqual([])
  })

  test.each([
    ['a unit', ['12 km', '7 km', '100 km']],
    ['a magnitude', ['1.5k', '2M', '300']],
    ['a mark of a footnote', ['1,234[1]', '2,345*', '3,456']],
    ['a flag', ['13.1 p', ': c', '10.4']],
    ['digits of another script', ['١٢٣', '٤٥', '٦']],
  ])('of numbers with %s says that they are text', async (_, values) => {
    const { types, notes } = await read(`k\tv\n${values.map((value) => `a\t${value}\n`).join('')}`, 'tsv')
    expect(types).toEqual({ k: 'VARCHAR', v: 'VARCHAR' })
    expect(notes.join()).toMatch(/kept_as_text \| v \| .*Kept as text/)
  })

  test.each([
    ['1. März 2020', '15. Mai 2020'],
    ['3 de octubre de 2020', '15 de mayo de 2021'],
    ['2021年1月2日', '2021年10月3日'],
    ['Mon, 02 Jan 2006 15:04:05 GMT', 'Tue, 03 Jan 2006 15:04:05 GMT'],
  ])('of dates such as %s says that they are text', async (...days) => {
    const { notes } = await read(`day;n\n${days.map((day) => `${day};1\n`).join('')}`)
    expect(notes.join()).toContain('kept_as_text | day | Values look like dates or times')
  })

  test('with the minus of typography has negative numbers', async () => {
    const { ask, types } = await read('country,change\nA,−1.5\nB,+2.5\nC,−0.3\n')
    expect(types).toEqual({ country: 'VARCHAR', change: 'DOUBLE' })
    expect(await ask('SELECT round(sum(change), 3) AS n, min(change) AS m FROM x.x')).toEqual([
      { n: 0.7, m: -1.5 },
    ])
  })

  test('with lakhs and crores has their numbers', async () => {
    const { ask, types } = await read(
      'state,pop,amount\nA,"1,23,45,678","₹1,234.50"\nB,"98,76,543","₹12,34,567.00"\nC,"99,999",₹5.00\n',
    )
    expect(types).toEqual({ state: 'VARCHAR', pop: 'BIGINT', amount: 'DECIMAL(18,2)' })
    expect(await ask('SELECT sum(pop) AS n, sum(amount) AS a FROM x.x')).toEqual([
      { n: 12_345_678 + 9_876_543 + 99_999, a: '1235806.50' },
    ])
  })

  test('with blanks at the ends of its texts says so', async () => {
    const { notes } = await read('name,n\nAlpha ,1\nBeta,2\n Gamma,3\n')
    expect(notes).toEqual([
      'kept_as_text | name | Values such as “Alpha ” begin or end with blanks, which are kept: = finds them only with the blanks.',
    ])
  })

  test('with a source in quotes below it has numbers', async () => {
    const { ask, notes } = await read('Area,Value\nA,1\nB,2\n\nNotes: provisional\n"Source: ONS, 2020"\n')
    expect(await ask('SELECT sum("Value") AS n, count(*) AS c FROM x.x')).toEqual([{ n: 3, c: 2 }])
    expect(notes).toEqual([
      'left_out | Lines 5 and 1 more below the table were left out: “Notes: provisional”.',
    ])
  })

  test.each([
    '| name | n |\n|------|---|\n| A | 1 |\n| B | 2 |\n',
    ' name | n \n------+---\n A    | 1\n B    | 2\n(2 rows)\n',
  ])('drawn with lines of text has its rows', async (content) => {
    const { ask, notes } = await read(content)
    expect(await ask('SELECT sum(n) AS n, count(*) AS c FROM x.x')).toEqual([{ n: 3, c: 2 }])
    expect(notes.join()).toContain('left_out | One line that only draws a rule was left out.')
  })

  test('whose years in the header repeat has this header', async () => {
    const { ask } = await read('Country,2019,2019,2020\nA,1,2,3\nB,4,5,6\n')
    expect(await ask('SELECT sum(_2019) AS a, sum(_2019_1) AS b, sum(_2020) AS c FROM x.x')).toEqual([
      { a: 5, b: 7, c: 9 },
    ])
  })

  test('with asterisks for values that are not there has numbers', async () => {
    const { ask, types, notes } = await read('year,jan\n1880,-43\n1881,****\n1882,*****\n')
    expect(types).toEqual({ year: 'BIGINT', jan: 'BIGINT' })
    expect(await ask('SELECT sum(jan) AS jan, count(jan) AS n FROM x.x')).toEqual([{ jan: -43, n: 1 }])
    expect(notes).toEqual(['numbers | jan | 2 values such as NA or - were read as empty.'])
  })
})

test('a largest value of mostly numbers, which are kept as text, says that it compares characters', async () => {
  const { noted } = await read('plot,grams\n1,8\n2,232\n3,41\n4,unweighed\n5,7\n6,19\n')
  expect(await noted('SELECT max(grams) AS most FROM x.x')).toEqual([
    "x.grams is text, because some of its values are no numbers or dates; '9' comes after '10'. Convert it with TRY_CAST first.",
  ])
  expect(await noted('SELECT max(TRY_CAST(grams AS DOUBLE)) AS most FROM x.x')).toBeUndefined()
  expect(await noted('SELECT max(plot) AS most FROM x.x')).toBeUndefined()
})

test('a file of 57 columns of numbers as text is read each time that it is uploaded', async () => {
  const names = Array.from({ length: 57 }, (_, index) => `share ${index}`)
  const row = (at: number) => names.map((_, index) => `${at}.${100 + index},5`).join(';')
  const content = [names.join(';'), ...Array.from({ length: 100 }, (_, index) => row(index + 1))].join('\n')
  for (let time = 0; time < 4; time += 1) {
    const { ask } = await read(content)
    expect(await ask('SELECT max(share_56) AS most, count(*) AS n FROM x.x')).toEqual([
      { most: 100156.5, n: 100 },
    ])
  }
})

describe('a workbook', () => {
  const sheet = (rows: (string | number | Date | null)[][]) => read(makeWorkbook({ S: rows }), 'xlsx')

  test('with points or NA for values that are not there has numbers', async () => {
    const { ask, types, notes } = await sheet([
      ['town', 'price', 'count'],
      ['A', '.', 1],
      ['B', 12.5, 'NA'],
      ['C', 7, 3],
    ])
    expect(types).toEqual({ town: 'VARCHAR', price: 'DOUBLE', count: 'BIGINT' })
    expect(await ask('SELECT sum(price) AS p, sum(count) AS c, count(price) AS n FROM x.x')).toEqual([
      { p: 19.5, c: 4, n: 2 },
    ])
    expect(notes).toEqual([
      'numbers | price | 1 value such as NA or - was read as empty.',
      'numbers | count | 1 value such as NA or - was read as empty.',
    ])
  })

  test('with a number among dates says that they are text', async () => {
    const { types, notes } = await sheet([
      ['name', 'hired'],
      ['A', new Date('2019-01-14')],
      ['B', 39_690],
      ['C', new Date('2001-08-15')],
    ])
    expect(types).toEqual({ name: 'VARCHAR', hired: 'VARCHAR' })
    expect(notes).toEqual([
      'kept_as_text | hired | 2 of 3 cells hold dates or times and 1 hold numbers. Kept as text.',
    ])
  })

  test('with notes of several cells above the header has the names of the header', async () => {
    const { types, notes } = await sheet([
      ['Lots of people', null, null, null, null, null],
      ['cannot resist', null, null, null, 'some notes', null],
      ['at', 'the', 'top', null, 'of', 'their sheets'],
      ['or', 'merging', null, null, null, 'cells'],
      ['Name', 'Job', 'Age', 'Kids', 'Born', 'Died'],
      ['A', 'singer', 69, 2, new Date('1947-01-08'), new Date('2016-01-10')],
      ['B', 'actor', 60, 1, new Date('1956-10-21'), new Date('2016-12-27')],
      ['C', 'writer', 90, 4, new Date('1926-10-18'), new Date('2017-03-18')],
    ])
    expect(types).toEqual({
      Name: 'VARCHAR',
      Job: 'VARCHAR',
      Age: 'BIGINT',
      Kids: 'BIGINT',
      Born: 'DATE',
      Died: 'DATE',
    })
    expect(notes.join()).toContain('4 rows above the table were left out')
  })
})
