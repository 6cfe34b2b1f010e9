import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ReadingNote } from '@parley/domain'
import { kindOfCell, noteOfMissing } from '../cell-kind.ts'
import { footerStart, type Held } from '../delimited/row-checks.ts'
import type { TableReader } from '../table-reader.ts'
import { momentOf, momentText, type SheetPlan } from './plan-sheet.ts'
import type { CellValue, ScannedSheet, SheetRow, ShownForms } from './scan-sheet.ts'

/** The columns in use and the last rows of a sheet. */
export type SheetExtent = {
  /** The columns in which some row has a value. */
  readonly used: ReadonlySet<number>
  readonly last: readonly SheetRow[]
}

/** The last rows of a sheet in which notes below its table are looked for. */
const HELD_ROWS = 30

/** Reads all rows of a sheet. Returns the columns that have values and the last rows. */
export async function extentOfSheet(sheet: ScannedSheet): Promise<SheetExtent> {
  const used = new Set<number>()
  const last: SheetRow[] = []
  for await (const row of rowsOf(sheet)) {
    for (const [place] of row.cells) used.add(place)
    last.push(row)
    if (last.length > HELD_ROWS) last.shift()
  }
  return { used, last }
}

/** Where the table of a sheet ends, and the notes on the rows below it. */
export type SheetEnd = {
  /** The number of the last row of the table. */
  readonly lastRow: number
  readonly notes: readonly ReadingNote[]
}

/** Characters of a cell or row that a note quotes. */
const QUOTED_CHARACTERS = 80

/** Finds the end of a sheet's table. The rows below it, such as sources and remarks, are left out. */
export function endOfSheet({ last }: SheetExtent, { columns, lastHeaderRow }: SheetPlan): SheetEnd {
  const rows = last.filter(({ number }) => number > lastHeaderRow)
  const held = rows.map(
    ({ number, cells }, index): Held => ({
      cells: columns.map(({ place }) => textOf(cells.find(([column]) => column === place)?.[1])),
      line: number,
      quoted: 0,
      hasStray: false,
      isBelowBlank: number - 1 > (rows[index - 1]?.number ?? lastHeaderRow),
    }),
  )
  const start = footerStart(held, columns.length)
  const table = held[start - 1]
  // Without a row above them, the last rows are the table.
  if (!table) return { lastRow: Number.POSITIVE_INFINITY, notes: [] }
  const footers = held.slice(start)
  return { lastRow: table.line, notes: footerNotes(footers) }
}

function textOf(value: CellValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? String(value.t) : String(value)
}

function footerNotes(footers: readonly Held[]): ReadingNote[] {
  const [first] = footers
  if (!first) return []
  const text = first.cells.join(' ').replace(/\s+/g, ' ').trim()
  const quoted = text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text
  const rows =
    footers.length === 1
      ? `Row ${first.line} below the table was`
      : `${footers.length} rows below the table were`
  return [{ kind: 'left_out', rowCount: footers.length, text: `${rows} left out: “${quoted}”.` }]
}

/** Counts of the cells of a column by what the sheet stores in them. */
export type ColumnCells = {
  filled: number
  moments: number
  numbers: number
  texts: number
  /** Texts that look like numbers. */
  likeNumbers: number
  /** Words that mean no value, such as NA. */
  missing: number
  /** Numbers that are not whole. */
  fractions: number
  first: { readonly value: string; readonly row: number } | null
}

type Records = {
  readonly sheet: ScannedSheet
  readonly plan: SheetPlan
  readonly isFrom1904: boolean
  readonly lastRow: number
}

/** Yields the rows of the table as JSON lines. Counts the cells of each column in `counts`, in the order of the columns. */
export async function* recordsOf(
  { sheet, plan: { columns, lastHeaderRow }, isFrom1904, lastRow }: Records,
  counts: readonly ColumnCells[],
): AsyncGenerator<string, void, void> {
  for await (const { number, cells } of rowsOf(sheet)) {
    if (number <= lastHeaderRow || number > lastRow) continue
    const values = new Map(cells)
    const fields = columns.map(({ place, name }, index) => {
      const value = values.get(place) ?? null
      const cell = counts[index]
      if (cell && value !== null) countCell(cell, { value, row: number })
      const form = momentText(sheet.moments.get(place))
      const plain = typeof value === 'object' && value !== null ? momentOf(value.t, form, isFrom1904) : value
      return `${JSON.stringify(name)}:${JSON.stringify(plain)}`
    })
    // Joined by hand: JSON.stringify of an object would put keys that are whole numbers first.
    yield `{${fields}}\n`
  }
}

/** Counts of a column without cells. */
export function noCells(): ColumnCells {
  return {
    filled: 0,
    moments: 0,
    numbers: 0,
    texts: 0,
    likeNumbers: 0,
    missing: 0,
    fractions: 0,
    first: null,
  }
}

/** Whether a column holds numbers, words that mean no value, and nothing else. */
export function isNumbersAndMissing({ filled, numbers, missing }: ColumnCells): boolean {
  return numbers > 0 && missing > 0 && numbers + missing === filled
}

/** Whether all cells of a column are dates, times or durations. */
export function isAllMoments({ filled, moments }: ColumnCells): boolean {
  return filled > 0 && filled === moments
}

function countCell(cell: ColumnCells, { value, row }: { value: CellValue; row: number }): void {
  cell.filled++
  if (typeof value === 'number') {
    cell.numbers++
    if (!Number.isSafeInteger(value)) cell.fractions++
  }
  if (typeof value === 'object') cell.moments++
  if (typeof value !== 'string') return
  cell.texts++
  const kind = kindOfCell(value)
  if (kind === 'number') cell.likeNumbers++
  if (kind === 'missing') cell.missing++
  cell.first ??= { value: value.slice(0, QUOTED_CHARACTERS), row }
}

/**
 * Returns a note on each column that stays text, has words that mean no value among its numbers, or shows its numbers in
 * another form than it stores. The keys are the names of the columns.
 */
export function cellNotes(
  { columns }: SheetPlan,
  counts: readonly ColumnCells[],
  { shown }: Pick<ScannedSheet, 'shown'>,
): NonNullable<TableReader['columnNotes']> {
  return new Map(
    columns.flatMap(({ name, place }, index): [string, CellNote][] => {
      const cell = counts[index]
      const note = noteOf(cell) ?? (cell ? shownNote(cell, shown.get(place)) : null)
      return note ? [[name, note]] : []
    }),
  )
}

type CellNote = { readonly kind: 'numbers' | 'kept_as_text'; readonly note: string }

function noteOf(cell: ColumnCells | undefined): CellNote | null {
  if (!cell) return null
  if (isNumbersAndMissing(cell)) return { kind: 'numbers', note: noteOfMissing(cell.missing) }
  const note = textNote(cell)
  return note === null ? null : { kind: 'kept_as_text', note }
}

function textNote(cell: ColumnCells): string | null {
  const { filled, moments, numbers, texts, likeNumbers, first } = cell
  if (moments > 0 && numbers > 0)
    return `${moments} of ${filled} cells hold dates or times and ${numbers} hold numbers. Kept as text.`
  if (!first) return null
  if (moments > texts)
    return `${texts} of ${filled} cells hold text instead of dates, the first is “${first.value}” in row ${first.row}. Kept as text.`
  if (numbers > 0)
    return `${texts} of ${filled} cells hold text, the first is “${first.value}” in row ${first.row}. Kept as text.`
  return likeNumbers === filled
    ? 'The workbook stores these numbers as text. Kept as text; choose the decimal mark to read them as numbers.'
    : null
}

/** Returns the note on a column in which the sheet shows all numbers as percentages or with leading zeros. */
function shownNote({ filled, numbers }: ColumnCells, shown: ShownForms | undefined): CellNote | null {
  if (numbers === 0 || numbers < filled) return null
  if ((shown?.get('percent') ?? 0) >= numbers)
    return { kind: 'numbers', note: 'The workbook shows these numbers as percentages: 0.125 means 12.5 %.' }
  if ((shown?.get('zeros') ?? 0) < numbers) return null
  const note =
    'The workbook shows these numbers with zeros in front, as codes have. They are numbers without them.'
  return { kind: 'numbers', note }
}

async function* rowsOf({ linesFile }: ScannedSheet): AsyncGenerator<SheetRow, void, void> {
  // This process wrote the file, with one row a line.
  for await (const line of createInterface({ input: createReadStream(linesFile) }))
    yield JSON.parse(line) as SheetRow
}
