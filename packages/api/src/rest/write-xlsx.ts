import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type SheetColumn, sheetColumns, type WrittenRow, writeSheetRow } from './xlsx-cells.ts'

type Pieces = AsyncIterable<readonly WrittenRow[]>

/** Rows of a sheet of Excel, the heading among them. */
const SHEET_ROWS = 1_048_576

/**
 * Rows as a workbook of Excel (ECMA-376), in pieces, with a heading that stays in view. Numbers, dates and booleans
 * are values; numbers that a double cannot hold are text. More rows than a sheet holds go on in the next one. A text is never read
 * as a formula. Throws what the rows throw.
 */
export async function* writeXlsx(
  columns: readonly { readonly name: string; readonly type: string }[],
  pieces: Pieces,
): AsyncGenerator<Uint8Array, void, void> {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error: Error) => output.destroy(error))
  const rows = flatten(pieces)
  void addSheets(zip, sheetColumns(columns), rows).catch((error: Error) => output.destroy(error))
  try {
    yield* output
  } finally {
    await rows.return()
  }
}

async function addSheets(
  zip: ZipFile,
  columns: readonly SheetColumn[],
  rows: AsyncGenerator<WrittenRow, void, void>,
): Promise<void> {
  let sheets = 0
  let next = await rows.next()
  do {
    sheets += 1
    const sheet = Readable.from(writeSheet())
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`)
    await once(sheet, 'end')
  } while (!next.done)
  for (const [name, text] of parts(sheets)) zip.addBuffer(Buffer.from(text), name)
  zip.end()

  async function* writeSheet(): AsyncGenerator<Buffer, void, void> {
    let text = SHEET_START + heading(columns)
    let count = 1
    for (; !next.done && count < SHEET_ROWS; next = await rows.next()) {
      text += writeSheetRow(columns, next.value)
      count += 1
      if (text.length < PIECE_CHARACTERS) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(`${text}</sheetData></worksheet>`)
  }
}

const PIECE_CHARACTERS = 64 * 1024

async function* flatten(pieces: Pieces): AsyncGenerator<WrittenRow, void, void> {
  for await (const rows of pieces) yield* rows
}

function heading(columns: readonly SheetColumn[]): string {
  const bold = columns.map(({ name }) => ({ name, kind: 'heading' as const }))
  return writeSheetRow(bold, Object.fromEntries(columns.map(({ name }) => [name, name])))
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The heading stays in view. */
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

/** Plain, heading, day, moment: in the order of the styles of cells. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** The parts of the package around its sheets. */
function parts(sheets: number): [name: string, text: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const overrides = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  const names = numbers.map(
    (n) => `<sheet name="Result${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
  )
  const links = numbers.map(
    (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}
