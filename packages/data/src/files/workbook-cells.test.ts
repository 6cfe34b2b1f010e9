import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestFile, querySources } from '../index.ts'
import { makeWorkbook, makeZip } from '../testing/workbook.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Book = {
  /** The XML inside `sheetData`, and after it. */
  readonly rows: string
  readonly after?: string
  /** Format codes; a cell with the style n has the code n - 1. None: the workbook has no styles. */
  readonly formats?: readonly string[]
  readonly settings?: string
}

/** A workbook of one sheet in the words of its XML. */
function bookOf({ rows, after = '', formats, settings = '' }: Book): Buffer {
  const codes = formats ?? []
  const parts = {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}">${settings}<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="/xl/worksheets/sheet1.xml"/>${formats ? `<Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/>` : ''}</Relationships>`,
    ...(formats && {
      'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    }),
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`,
  }
  return makeZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })))
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`

async function read(content: Buffer) {
  const { tables } = await ingestFile({ ...workshop, ownerId: 'ann', name: 'w', format: 'xlsx', content })
  const source: QueryableSource = { id: '1', name: 'w', kind: 'file', description: '', tables }
  const { signal } = new AbortController()
  const query = (sql: string) => querySources(sql, { ...workshop, ownerId: 'ann', sources: [source], signal })
  const { columns, rows } = await query(`SELECT * FROM w.${tables[0]?.name}`)
  const notes = tables.map(({ reading }) => reading?.notes.map((note) => note.text))
  return { tables, columns, rows, notes, query }
}

describe('the format of a number decides what it is', () => {
  test.each<[string, string, number, string, unknown]>([
    ['m/d', 'm/d', 45_000, 'DATE', '2023-03-15'],
    ['mmm-yy', 'mmm-yy', 45_000, 'DATE', '2023-03-15'],
    ['a date with a language', '[$-409]d. mmmm yyyy;@', 45_000, 'DATE', '2023-03-15'],
    ['a date with a text', 'dd"th" mmm', 45_000, 'DATE', '2023-03-15'],
    ['hours and minutes', 'h:mm AM/PM', 0.75, 'TIME', '18:00:00'],
    ['minutes with fractions', 'mm:ss.0', 0.000347222222222222, 'TIME', '00:00:30'],
    [
      'a third of a day, cut by a double',
      'yyyy-mm-dd hh:mm',
      45_000 + 1 / 3,
      'TIMESTAMP',
      '2023-03-15T08:00:00',
    ],
    ['a duration', '[h]:mm', 1.260416666666667, 'INTERVAL', '30:15:00'],
    ['a currency with letters', '[$CHF] #,##0.00', 45_000, 'BIGINT', 45_000],
    ['a text that has the letters of a date', '0.0" days"', 1.5, 'DOUBLE', 1.5],
    ['a colour', '[Red]0;[Blue]-0', 7, 'BIGINT', 7],
    ['an exponent', '0.00E+00', 12, 'BIGINT', 12],
    ['a fraction', '# ?/?', 0.5, 'DOUBLE', 0.5],
    ['a percentage', '0%', 0.25, 'DOUBLE', 0.25],
    ['text', '@', 3, 'BIGINT', 3],
  ])('%s', async (_what, code, value, type, expected) => {
    const rows = row(text('v')) + `<row><c s="1"><v>${value}</v></c></row>`.repeat(2)
    const found = await read(bookOf({ rows, formats: [code] }))
    expect(found.columns).toEqual([{ name: 'v', type }])
    expect(found.rows).toEqual([{ v: expected }, { v: expected }])
  })
})

test('days of a workbook that counts from 1904 are four years later', async () => {
  const rows = `${row(text('d'))}<row><c s="1"><v>0</v></c></row><row><c s="1"><v>43538</v></c></row>`
  const book = bookOf({ rows, formats: ['yyyy-mm-dd'], settings: '<workbookPr date1904="1"/>' })
  const { rows: found } = await read(book)
  expect(found).toEqual([{ d: '1904-01-01' }, { d: '2023-03-15' }])
})

test('the days before 1 March 1900 are those that the spreadsheet shows', async () => {
  const rows = `${row(text('d'))}<row><c s="1"><v>1</v></c></row><row><c s="1"><v>61</v></c></row>`
  const { rows: found } = await read(bookOf({ rows, formats: ['yyyy-mm-dd'] }))
  expect(found).toEqual([{ d: '1900-01-01' }, { d: '1900-03-01' }])
})

test('dates in ISO 8601 are dates', async () => {
  const rows =
    row(text('d')) +
    '<row><c t="d"><v>2023-03-15</v></c></row><row><c t="d"><v>2024-01-31T00:00:00</v></c></row>'
  const found = await read(bookOf({ rows }))
  expect(found.columns).toEqual([{ name: 'd', type: 'DATE' }])
  expect(found.rows).toEqual([{ d: '2023-03-15' }, { d: '2024-01-31' }])
})

test('a workbook without styles has its numbers and texts', async () => {
  const rows = row(text('a'), text('b')) + row('<c><v>1.5</v></c>', text('x &amp; y_x000A_z'))
  expect((await read(bookOf({ rows }))).rows).toEqual([{ a: 1.5, b: 'x & y\nz' }])
})

test('names with a prefix, and rows and cells without addresses, are read', async () => {
  const content = makeZip([
    {
      name: 'xl/workbook.xml',
      content: Buffer.from(
        `<x:workbook xmlns:x="m" xmlns:r="${RELATIONS}"><x:sheets><x:sheet name="A" sheetId="1" r:id="r1"/></x:sheets></x:workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: Buffer.from(
        `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: Buffer.from(
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    },
  ])
  expect((await read(content)).rows).toEqual([{ a: 7 }])
})

test('titles above the header are left out with a note', async () => {
  const { rows, notes, tables } = await read(
    makeWorkbook({
      A: [['Sales of the year'], [null], ['Region', 'Amount'], ['North', 12], ['South', 7]],
    }),
  )
  expect(rows).toEqual([
    { Region: 'North', Amount: 12 },
    { Region: 'South', Amount: 7 },
  ])
  expect(notes[0]).toContain('One row above the table was left out: “Sales of the year”.')
  expect(tables[0]?.reading?.settings).toEqual({ headerRow: 3 })
})

test('merged cells of a header name all their columns', async () => {
  const rows =
    `<row r="1">${text('Region').replace('<c', '<c r="A1"')}${text('Sales').replace('<c', '<c r="B1"')}${text('Costs').replace('<c', '<c r="D1"')}</row>` +
    `<row r="2">${['B', 'C', 'D', 'E'].map((column, index) => text(index % 2 ? '2024' : '2023').replace('<c', `<c r="${column}2"`)).join('')}</row>` +
    [3, 4]
      .map(
        (at) =>
          `<row r="${at}">${text('N').replace('<c', `<c r="A${at}"`)}${['B', 'C', 'D', 'E'].map((column, index) => `<c r="${column}${at}"><v>${at * 10 + index}.5</v></c>`).join('')}</row>`,
      )
      .join('')
  const after =
    '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:E1"/></mergeCells>'
  const { columns, rows: found } = await read(bookOf({ rows, after }))
  expect(columns.map(({ name }) => name)).toEqual([
    'Region',
    'Sales_2023',
    'Sales_2024',
    'Costs_2023',
    'Costs_2024',
  ])
  expect(found[0]).toEqual({
    Region: 'N',
    Sales_2023: 30.5,
    Sales_2024: 31.5,
    Costs_2023: 32.5,
    Costs_2024: 33.5,
  })
})

test('a header merged over two columns names both', async () => {
  const rows =
    `<row r="1">${text('Item').replace('<c', '<c r="A1"')}${text('Price').replace('<c', '<c r="B1"')}</row>` +
    [2, 3]
      .map(
        (at) =>
          `<row r="${at}">${text('x').replace('<c', `<c r="A${at}"`)}<c r="B${at}"><v>1</v></c><c r="C${at}"><v>2</v></c></row>`,
      )
      .join('')
  const { columns } = await read(bookOf({ rows, after: '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>' }))
  expect(columns.map(({ name }) => name)).toEqual(['Item', 'Price', 'Price_1'])
})

test('values merged over rows, errors and hidden, empty and chart sheets are said', async () => {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const sheet = (body: string) => `<worksheet ${MAIN}>${body}</worksheet>`
  const parts = {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/><sheet name="Chart" sheetId="2" r:id="r2"/><sheet name="Nothing" sheetId="3" r:id="r3"/><sheet name="Secret" sheetId="4" state="hidden" r:id="r4"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'worksheets/1.xml')}${relation('r2', 'chartsheet', 'chartsheets/1.xml')}${relation('r3', 'worksheet', 'worksheets/3.xml')}${relation('r4', 'worksheet', 'worksheets/4.xml')}</Relationships>`,
    'xl/worksheets/1.xml': sheet(
      `<sheetData>${row(text('k'), text('n'))}${row(text('a'), '<c><v>1</v></c>')}${row('<c r="B3" t="e"><v>#DIV/0!</v></c>')}${row(text('b'), '<c><v>3</v></c>')}</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells>`,
    ),
    'xl/chartsheets/1.xml': '<chartsheet/>',
    'xl/worksheets/3.xml': sheet('<sheetData/>'),
    'xl/worksheets/4.xml': sheet(`<sheetData>${row(text('s'))}${row('<c><v>9</v></c>')}</sheetData>`),
  }
  const content = makeZip(Object.entries(parts).map(([name, xml]) => ({ name, content: Buffer.from(xml) })))
  const { tables, notes } = await read(content)
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['data', 2],
    ['secret', 1],
  ])
  expect(notes).toEqual([
    [
      'One cell holds an error such as #DIV/0! and is empty here.',
      'One value stands in cells merged over several rows; only the first of these rows has it.',
      'The sheet “Chart” holds no cells, such as a chart, and was left out.',
      'The sheet “Nothing” is empty and was left out.',
    ],
    ['The sheet is hidden in the workbook.'],
  ])
})

test.each([
  ['one', ['<c><f>B1*2</f></c>'], 'One cell holds a formula without its result and is empty here.'],
  [
    'several',
    ['<c><f>B1*2</f><v></v></c>', '<c><f>B2*2</f><v/></c>'],
    '2 cells hold formulas without their results and are empty here.',
  ],
])('%s formula cells without results are said', async (_, cells, note) => {
  const rows =
    row(text('k'), text('n')) +
    row(text('a'), '<c><f>1+1</f><v>2</v></c>') +
    row(text('b'), '<c t="str"><f>""</f><v></v></c>') +
    cells.map((cell) => row(text('c'), cell)).join('')
  const { notes, query } = await read(bookOf({ rows }))
  expect((await query('SELECT sum(n) AS n FROM w.w')).rows).toEqual([{ n: 2 }])
  expect(notes[0]).toEqual([
    `${note} Save the workbook in a spreadsheet program, which computes them, and upload it again.`,
  ])
})

test('numbers that the workbook shows as percentages or with zeros in front say so', async () => {
  const rows =
    row(text('share'), text('zip'), text('price'), text('mixed')) +
    row(
      '<c s="1"><v>0.125</v></c>',
      '<c s="2"><v>1234</v></c>',
      '<c s="3"><v>5</v></c>',
      '<c s="1"><v>1</v></c>',
    ) +
    row(
      '<c s="1"><v>0.25</v></c>',
      '<c s="2"><v>501</v></c>',
      '<c s="3"><v>6</v></c>',
      '<c s="3"><v>2</v></c>',
    )
  const { tables, notes, rows: values } = await read(bookOf({ rows, formats: ['0.0%', '00000', '0.00"%"'] }))
  expect(values[0]).toEqual({ share: 0.125, zip: 1234, price: 5, mixed: 1 })
  expect(tables[0]?.columns.map(({ description }) => description !== '')).toEqual([true, true, false, false])
  expect(notes[0]).toEqual([
    'The workbook shows these numbers as percentages: 0.125 means 12.5 %.',
    'The workbook shows these numbers with zeros in front, as codes have. They are numbers without them.',
  ])
})

test('durations of less than a day keep their values, and a text among durations is not lost', async () => {
  const rows =
    row(text('v'), text('w')) +
    row('<c s="1"><v>0.5631388888888889</v></c>', '<c s="1"><v>1.5</v></c>') +
    row('<c s="1"><v>0.25</v></c>', text('late'))
  const found = await read(bookOf({ rows, formats: ['[h]:mm:ss'] }))
  expect(found.columns).toMatchObject([{ type: 'INTERVAL' }, { type: 'VARCHAR' }])
  expect(found.rows).toEqual([
    { v: '13:30:55.2', w: '36:00:00' },
    { v: '06:00:00', w: 'late' },
  ])
})

test('sources and notes below the table of a sheet are left out, and a total is said', async () => {
  const content = makeWorkbook({
    A: [
      ['region', 'sales'],
      ['North', 1],
      ['South', 2],
      ['Total', 3],
      [null, null],
      ['Source: the office of statistics', null],
      ['* without islands', null],
    ],
  })
  const { rows, notes } = await read(content)
  expect(rows).toEqual([
    { region: 'North', sales: 1 },
    { region: 'South', sales: 2 },
    { region: 'Total', sales: 3 },
  ])
  expect(notes).toEqual([
    [
      '2 rows below the table were left out: “Source: the office of statistics”.',
      'Rows that look like totals or means are kept: “Total”. Sums over the table count their values twice.',
    ],
  ])
})

test('numbers that a workbook stores as text become numbers when the owner chooses the decimal mark', async () => {
  const content = makeWorkbook({
    A: [
      ['id', 'paid', 'count'],
      ['007', '1.234,50', 5],
      ['012', '7,25', 'unknown'],
    ],
  })
  const { columns, notes } = await read(content)
  expect(columns.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR', 'VARCHAR'])
  expect(notes[0]?.slice(1)).toEqual([
    'The workbook stores these numbers as text. Kept as text; choose the decimal mark to read them as numbers.',
    '1 of 2 cells hold text, the first is “unknown” in row 3. Kept as text.',
  ])
  const settings = [{ table: 'w', settings: { decimalMark: ',' } }] as const
  const upload = { ...workshop, ownerId: 'ann', name: 'w', format: 'xlsx', content, settings } as const
  const { tables } = await ingestFile(upload)
  expect(tables[0]?.columns).toMatchObject([
    { type: 'VARCHAR', samples: expect.arrayContaining(['007']) },
    { type: 'DOUBLE', samples: ['7.25', '1234.5'] },
    { type: 'VARCHAR' },
  ])
})

test('a header row that the owner chose is the header', async () => {
  const content = makeWorkbook({
    A: [
      ['x', 'y'],
      ['p', 'q'],
      ['1', '2'],
      ['3', '4'],
    ],
  })
  const settings = [{ table: 'w', settings: { headerRow: 2 } }]
  const upload = { ...workshop, ownerId: 'ann', name: 'w', format: 'xlsx', content, settings } as const
  const { tables } = await ingestFile(upload)
  expect(tables[0]).toMatchObject({
    rowCount: 2,
    columns: [{ name: 'p' }, { name: 'q' }],
    reading: { settings: { headerRow: 2 }, chosen: ['headerRow'] },
  })
})
