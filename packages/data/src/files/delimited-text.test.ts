import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestFile } from '../index.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** The rows of a file as a statement reads them, its types, and what the report says about it. */
async function read(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { tables } = await ingestFile({
    ...workshop,
    ownerId: 'ann',
    name: 'x',
    format: 'csv',
    content: bytes,
  })
  const source = { id: '1', name: 'x', kind: 'file', description: '', tables } as const
  const run = startRun(workshop, { ownerId: 'ann', sources: [source] })
  const { output } = await run.call('execute_sql', { generated_sql: 'SELECT * FROM x.x' })
  const { notes = [], settings } = tables[0]?.reading ?? {}
  const types = Object.fromEntries((tables[0]?.columns ?? []).map(({ name, type }) => [name, type]))
  return { types, rows: output.rows, notes: notes.map(({ kind, text }) => `${kind}: ${text}`), settings }
}

describe('a header', () => {
  test('of years names the columns', async () => {
    const { types, rows, notes } = await read('Country,1960,1961\nAruba,54211,55438\nKenya,8120082,8412075\n')
    expect(types).toEqual({ Country: 'VARCHAR', _1960: 'BIGINT', _1961: 'BIGINT' })
    expect(rows).toEqual([
      { Country: 'Aruba', _1960: 54211, _1961: 55438 },
      { Country: 'Kenya', _1960: 8120082, _1961: 8412075 },
    ])
    expect(notes).toEqual(['header: Line 1 holds column names, although some of them are numbers.'])
  })

  test('below titles and notes is found, and what was left out is said', async () => {
    const { rows, notes, settings } = await read(
      'Report of May,,\nRegion:,North,\n,,\nday,n,m\n1,2,3\n4,5,6\n',
    )
    expect(rows).toEqual([
      { day: 1, n: 2, m: 3 },
      { day: 4, n: 5, m: 6 },
    ])
    expect(notes).toEqual([
      'left_out: 2 lines above the table were left out: “Report of May · Region: North”.',
    ])
    expect(settings).toMatchObject({ headerRow: 4 })
  })

  test('of two rows is joined', async () => {
    const { rows, notes } = await read(',2019,,2020,\nCountry,Q1,Q2,Q1,Q2\nNorway,1,2,3,4\nChile,5,6,7,8\n')
    expect(rows).toEqual([
      { Country: 'Norway', _2019_Q1: 1, _2019_Q2: 2, _2020_Q1: 3, _2020_Q2: 4 },
      { Country: 'Chile', _2019_Q1: 5, _2019_Q2: 6, _2020_Q1: 7, _2020_Q2: 8 },
    ])
    expect(notes).toEqual(['header: The column names were joined from 2 lines, beginning with line 1.'])
  })

  test('that is absent costs no row', async () => {
    const { rows, notes } = await read('1,x\n2,y\n3,z\n')
    expect(rows).toEqual([
      { column_1: 1, column_2: 'x' },
      { column_1: 2, column_2: 'y' },
      { column_1: 3, column_2: 'z' },
    ])
    expect(notes).toEqual(['header: No line holds column names, so the columns are named by their place.'])
  })

  test('is one row where the first row of values has numbers that could be years', async () => {
    const row = (rank: number) => `${rank},Field ${rank},${2400 + rank},2057,1976,1849,${rank * 7}\n`
    const rows = Array.from({ length: 20 }, (_, index) => row(index + 1)).join('')
    const { notes, rows: read20 } = await read(`rank,major,code,men,employed,fulltime,women\n${rows}`)
    expect(read20).toHaveLength(20)
    expect(notes).toEqual([])
  })

  test('with empty and repeated names gives every column a name', async () => {
    const { rows, notes } = await read('a,,a,A\n1,2,3,4\n5,6,7,8\n')
    expect(rows).toEqual([
      { a: 1, column_2: 2, a_1: 3, A_2: 4 },
      { a: 5, column_2: 6, a_1: 7, A_2: 8 },
    ])
    expect(notes).toEqual([
      'header: The header has names more than once; a number was added to the later ones: a, A.',
      'header: A column has no name in the header and is named by its place: column_2.',
    ])
  })

  test('that is repeated among the rows is left out', async () => {
    const { rows, notes } = await read('a,b\n1,2\na,b\n3,4\n')
    expect(rows).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ])
    expect(notes).toEqual(['left_out: The header is repeated in line 3; these lines were left out.'])
  })

  test('without a name above the labels of the rows is moved above its values', async () => {
    const { rows } = await read('x y\nr1 0.5 10\nr2 0.7 20\n')
    expect(rows).toEqual([
      { column_1: 'r1', x: 0.5, y: 10 },
      { column_1: 'r2', x: 0.7, y: 20 },
    ])
  })
})

describe('a row', () => {
  test('that is short is filled with empty values where its values fit their columns', async () => {
    const { rows, notes } = await read('a,b,c\n1,x,3\n4,y\n5,z,6\n')
    expect(rows).toEqual([
      { a: 1, b: 'x', c: 3 },
      { a: 4, b: 'y', c: null },
      { a: 5, b: 'z', c: 6 },
    ])
    expect(notes).toEqual([
      'mended: 1 row has fewer than 3 values; the columns at the end are empty there (line 3).',
    ])
  })

  test('that is long only by empty values is taken', async () => {
    const { rows, notes } = await read('a,b\n1,2,\n3,4\n5,6\n')
    expect(rows).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 4 },
      { a: 5, b: 6 },
    ])
    expect(notes).toEqual(['mended: 1 row has empty values beyond the last column, which were left out.'])
  })

  test('below the table that names its source is left out', async () => {
    const { rows, notes } = await read('a,b\n1,x\n2,y\n\nSource: me, you, and them\n')
    expect(rows).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ])
    expect(notes).toEqual(['left_out: Line 5 below the table was left out: “Source: me you and them”.'])
  })

  test('of totals is kept and said', async () => {
    const { rows, notes } = await read('a,b\nx,1\ny,2\nTotal,3\n')
    expect(rows).toHaveLength(3)
    expect(notes).toEqual([
      'mended: Rows that look like totals or means are kept: “Total”. Sums over the table count their values twice.',
    ])
  })

  test('that a separator inside quotes splits, because the value does not begin with them, is named', async () => {
    const { rows, notes } = await read('a,b,c\n1,x,2\n3,y,4\n5 "p, q",6\n7,z,8\n')
    expect(rows).toHaveLength(4)
    expect(notes).toContain('mended: A quote inside a value was taken as it is in line 4.')
  })

  test('with a quote inside a value keeps its values', async () => {
    const { rows, notes } = await read('a,b,c\n"x","5" pipe",1\n"y","z",2\n"v","w",3\n')
    expect(rows).toEqual([
      { a: 'x', b: '5" pipe', c: 1 },
      { a: 'y', b: 'z', c: 2 },
      { a: 'v', b: 'w', c: 3 },
    ])
    expect(notes).toEqual(['mended: A quote inside a value was taken as it is in line 2.'])
  })

  test.each([
    ['more values than the header', 'a,b\n1,2\n1,2,3\n', 'Line 3 has 3 fields where the first line has 2.'],
    [
      'values moved to the left',
      'a,b,c\n1,x,3\n4,y,6\nz,7\n',
      'Line 4 has 2 fields where the first line has 3.',
    ],
    [
      'more values than the header in most rows',
      'a,b\n1,2,3,4\n5,6,7,8\n',
      'Line 2 has 4 fields where the first line has 2.',
    ],
  ])('with %s is refused with its line', async (_what, content, message) => {
    await expect(read(content)).rejects.toMatchObject({ code: 'invalid_request', message })
  })
})

describe('separators', () => {
  test.each<[string, string, string]>([
    ['carets', 'a^b^c\n1^x^3\n4^y^6\n', '^'],
    ['tildes', 'a~b~c\n1~x~3\n4~y~6\n', '~'],
    ['colons', 'a:b:c\n1:x:3\n4:y:6\n', ':'],
    ['two bars', 'a||b||c\n1||x||3\n4||y||6\n', '||'],
    ['blanks', 'a b c\n1 x 3\n4 y 6\n', ' '],
    ['columns aligned by blanks', 'a    b     c\n1    x     3\n4    y     6\n', '  '],
    ['commas and blanks', 'a, b, c\n1, x, 3\n4, y, 6\n', ','],
    ['tabs and carriage returns', 'a\tb\tc\r1\tx\t3\r4\ty\t6\r', '\t'],
  ])('are found where they are %s', async (_what, content, separator) => {
    const { rows, settings } = await read(content)
    expect(rows).toEqual([
      { a: 1, b: 'x', c: 3 },
      { a: 4, b: 'y', c: 6 },
    ])
    expect(settings).toMatchObject({ separator })
  })

  test('are not seen in times', async () => {
    const { types } = await read('clock\n12:30\n13:45\n14:00\n')
    expect(Object.keys(types)).toEqual(['clock'])
  })

  test('inside quoted values stay, with doubled quotes and with backslashes', async () => {
    expect((await read('a,b\n"1,5","say ""no"""\n"2,5",x\n')).rows).toEqual([
      { a: 1.5, b: 'say "no"' },
      { a: 2.5, b: 'x' },
    ])
    expect((await read('a,b\n1,"say \\"no\\", he"\n2,x\n3,"y, z"\n')).rows).toEqual([
      { a: 1, b: 'say "no", he' },
      { a: 2, b: 'x' },
      { a: 3, b: 'y, z' },
    ])
  })
})

describe('values', () => {
  test.each<[string, readonly string[], string, readonly unknown[], RegExp | null]>([
    ['codes with leading zeros', ['01234', '90210'], 'VARCHAR', ['01234', '90210'], /Kept as text/],
    [
      'telephone numbers',
      ['+4712345678', '+4787654321'],
      'VARCHAR',
      ['+4712345678', '+4787654321'],
      /Kept as text/,
    ],
    ['hexadecimal numbers', ['0x1F', '0x20'], 'VARCHAR', ['0x1F', '0x20'], null],
    [
      'numbers and words for no value',
      ['1', 'N/A', '-', '4'],
      'BIGINT',
      [1, null, null, 4],
      /2 values such as NA or -/,
    ],
    [
      'a currency',
      ['$1,234.50', '$2.00', '-$3'],
      'DECIMAL(18,2)',
      ['1234.50', '2.00', '-3.00'],
      /currency \$ is left out/,
    ],
    ['a currency behind', ['1,50 €', '2,25 €'], 'DECIMAL(18,2)', ['1.50', '2.25'], /currency € is left out/],
    ['percent signs', ['12.5%', '7%'], 'DOUBLE', [12.5, 7], /12\.5 means 12\.5 %/],
    ['brackets', ['(1,234)', '5'], 'BIGINT', [-1234, 5], /in brackets are negative/],
    ['a minus behind', ['12-', '7'], 'BIGINT', [-12, 7], /A minus behind/],
    ['two currencies', ['$5', '€6'], 'VARCHAR', ['$5', '€6'], /look like numbers/],
    ['m/d without a year', ['5/10', '5/13'], 'VARCHAR', ['5/10', '5/13'], null],
    ['dates and words for no value', ['2024-01-31', 'n/a'], 'DATE', ['2024-01-31', null], /read as empty/],
    ['times', ['12:30:00', '23:59:10'], 'TIME', ['12:30:00', '23:59:10'], null],
    ['durations', ['90:30', '4:01'], 'VARCHAR', ['90:30', '4:01'], /look like dates or times/],
    [
      'dates of odd years',
      ['2024-01-31', '0211-03-04'],
      'DATE',
      ['2024-01-31', '0211-03-04'],
      /1 dates lie outside the years 1500 to 2200/,
    ],
    ['true and false', ['true', 'False'], 'BOOLEAN', [true, false], null],
    ['single letters', ['F', 'F'], 'VARCHAR', ['F', 'F'], null],
    ['integers beyond 2^53', ['9007199254740993', '1'], 'BIGINT', ['9007199254740993', 1], null],
  ])('with %s are read as they are meant', async (_what, values, type, expected, note) => {
    const lines = values.map((value) => (value.includes(',') ? `"${value}"` : value))
    const { types, rows, notes } = await read(
      `v;w\n${lines.map((line) => `${line};1\n`).join('')}`.replaceAll(';', '\t'),
    )
    expect(types).toMatchObject({ v: type })
    expect((Array.isArray(rows) ? rows : []).map((row) => row)).toEqual(expected.map((v) => ({ v, w: 1 })))
    if (note === null) expect(notes).toEqual([])
    else expect(notes.join(' ')).toMatch(note)
  })

  test('such as 1.234 are thousands where a comma stands before the decimals of the file', async () => {
    const { rows } = await read('city;people;area\nA;45.123;891,1\nB;12.500;7,25\n')
    expect(rows).toEqual([
      { city: 'A', people: 45123, area: 891.1 },
      { city: 'B', people: 12500, area: 7.25 },
    ])
  })

  test('of money are decimals where the name of the column says so', async () => {
    const { types, rows } = await read('item,unit_price\npen,0.10\nink,0.20\n')
    expect(types).toEqual({ item: 'VARCHAR', unit_price: 'DECIMAL(18,2)' })
    expect(rows).toEqual([
      { item: 'pen', unit_price: '0.10' },
      { item: 'ink', unit_price: '0.20' },
    ])
  })

  test('behind a blank that does not break are numbers', async () => {
    const { types, rows } = await read('n,w\n1,a\n\u00a032291,b\n7\u00a0,c\n')
    expect(types).toMatchObject({ n: 'BIGINT' })
    expect(rows).toEqual([
      { n: 1, w: 'a' },
      { n: 32291, w: 'b' },
      { n: 7, w: 'c' },
    ])
  })

  test('that are numbers but for a few stay text, and the report says why', async () => {
    const { notes } = await read(`n,x\n${'1,a\n'.repeat(20)}unknown,b\n`)
    expect(notes).toEqual([
      'kept_as_text: 1 of 21 values is not a number: “unknown” in line 22. Kept as text.',
    ])
  })
})
