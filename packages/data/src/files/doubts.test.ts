import type { FileFormat } from '@parley/domain'
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

async function read(content: string | Uint8Array, format: FileFormat = 'csv') {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'x', format, content: bytes })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const ask = async (sql: string) => (await run.call('execute_sql', { generated_sql: sql })).output.rows
  const { notes = [] } = tables[0]?.reading ?? {}
  return {
    ask,
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

  test('of which a third of the values are no numbers says so', async () => {
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

  test('whose last row is a total by another name says so', async () => {
    const { notes } = await read('precinct,voters\n01-01,10\n01-02,20\nCOUNTY TOTALS,30\n')
    expect(notes.join()).toContain('Line 4 is a total and is kept as a row')
  })

  test('with asterisks for values that are not there has numbers', async () => {
    const { ask, types, notes } = await read('year,jan\n1880,-43\n1881,****\n1882,*****\n')
    expect(types).toEqual({ year: 'BIGINT', jan: 'BIGINT' })
    expect(await ask('SELECT sum(jan) AS jan, count(jan) AS n FROM x.x')).toEqual([{ jan: -43, n: 1 }])
    expect(notes).toEqual(['numbers | jan | 2 values such as NA or - were read as empty.'])
  })
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
      'numbers | price | 1 values such as NA or - were read as empty.',
      'numbers | count | 1 values such as NA or - were read as empty.',
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
