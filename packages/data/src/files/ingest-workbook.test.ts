import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestFile, querySources } from '../index.ts'
import { makeWorkbook, makeZip } from '../testing/workbook.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/**
 * A workbook as spreadsheet programs write it: texts in a shared string table, formulas with their last
 * results.
 */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${['worksheet:worksheets/sheet1', 'sharedStrings:sharedStrings', 'styles:styles'].map((part, index) => `<Relationship Id="r${index + 1}" Type="${RELATIONS}/${part.split(':')[0]}" Target="${part.split(':')[1]}.xml"/>`).join('')}</Relationships>`,
  'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${['Name', 'Paid', 'Due', 'Sum'].map((text) => `<si><t>${text}</t></si>`).join('')}<si><r><t>Rich </t></r><r><t>text</t></r></si><si><t xml:space="preserve">Zoë &amp; co</t></si></sst>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>
    <row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c><c r="E2" t="s"><v>3</v></c></row>
    <row r="3"><c r="B3" t="s"><v>4</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" s="1"><v>45000.5</v></c><c r="E3"><f>1+2.5</f><v>3.5</v></c></row>
    <row r="5"><c r="B5" t="s"><v>5</v></c><c r="C5" t="b"><v>0</v></c><c r="D5" s="1"><v>45001.25</v></c><c r="E5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
  </sheetData></worksheet>`,
}

test('a workbook of a spreadsheet program keeps its texts, booleans, times and results', async () => {
  const files = Object.entries(PARTS).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  const upload = {
    ...workshop,
    ownerId: 'ann',
    name: 'bills',
    format: 'xlsx',
    content: makeZip(files),
  } as const
  const { tables } = await ingestFile(upload)
  const source: QueryableSource = { id: '1', name: 'bills', kind: 'file', description: '', tables }
  const signal = new AbortController().signal
  const read = await querySources('SELECT * FROM bills', {
    ...workshop,
    ownerId: 'ann',
    sources: [source],
    signal,
  })
  expect(read.columns).toEqual([
    { name: 'Name', type: 'VARCHAR' },
    { name: 'Paid', type: 'BOOLEAN' },
    { name: 'Due', type: 'TIMESTAMP' },
    { name: 'Sum', type: 'DOUBLE' },
  ])
  expect(read.rows).toEqual([
    { Name: 'Rich text', Paid: true, Due: '2023-03-15T12:00:00', Sum: 3.5 },
    { Name: 'Zoë & co', Paid: false, Due: '2023-03-16T06:00:00', Sum: null },
  ])
})

/** The rows of a workbook with one sheet, as a statement reads them. */
async function rowsOf(rows: Parameters<typeof makeWorkbook>[0][string]) {
  const upload = {
    ...workshop,
    ownerId: 'ann',
    name: 'w',
    format: 'xlsx',
    content: makeWorkbook({ A: rows }),
  } as const
  const { tables } = await ingestFile(upload)
  const source: QueryableSource = { id: '1', name: 'w', kind: 'file', description: '', tables }
  const { signal } = new AbortController()
  return querySources('SELECT * FROM w', { ...workshop, ownerId: 'ann', sources: [source], signal })
}

test('every hour of a day is read as that hour', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2023, 2, 15, hour)))
  const { columns, rows } = await rowsOf([['moment'], ...hours.map((hour) => [hour])])
  expect(columns).toEqual([{ name: 'moment', type: 'TIMESTAMP' }])
  expect(rows.map(({ moment }) => moment)).toEqual(hours.map((hour) => hour.toISOString().slice(0, 19)))
})

test('cells with a time and no date are read as times', async () => {
  const times = [8, 12, 17].map((hour) => new Date(Date.UTC(1899, 11, 30, hour, 20)))
  const { columns, rows } = await rowsOf([['opens'], ...times.map((time) => [time])])
  expect(columns).toEqual([{ name: 'opens', type: 'TIME' }])
  expect(rows.map(({ opens }) => opens)).toEqual(['08:20:00', '12:20:00', '17:20:00'])
})

test('columns whose headers are whole numbers keep their order', async () => {
  const { columns, rows } = await rowsOf([
    ['country', '2019', '2018'],
    ['Norway', 2, 1],
  ])
  expect(columns.map(({ name }) => name)).toEqual(['country', '_2019', '_2018'])
  expect(rows).toEqual([{ country: 'Norway', _2019: 2, _2018: 1 }])
})
