import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { ShownForm } from './number-formats.ts'
import type { Sheet, Workbook } from './open-workbook.ts'
import { isMoment, partsOf, serialOfIso } from './serial-times.ts'
import { createTextReader } from './text-of-cell.ts'

/** A value of a cell; a moment is the number that the sheet holds, `t`, with what its format shows. */
export type CellValue = string | number | boolean | { readonly t: number }

/** Cells of a row with their columns from 0, without empty ones. */
export type SheetRow = { readonly number: number; readonly cells: readonly (readonly [number, CellValue])[] }

/** What all moments of a column have in common. */
export type ColumnMoments = {
  hasDay: boolean
  hasTime: boolean
  hasDuration: boolean
  /** Whether a format of it shows a date. */
  showsDate: boolean
}

/** The numbers of a column by the form that the sheet shows them in. */
export type ShownForms = ReadonlyMap<ShownForm, number>

type Merge = {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** A sheet that was read once: its first rows, what its columns hold, and all rows in a file. */
export type ScannedSheet = {
  readonly first: readonly SheetRow[]
  readonly rowCount: number
  readonly moments: ReadonlyMap<number, ColumnMoments>
  readonly shown: ReadonlyMap<number, ShownForms>
  readonly merges: readonly Merge[]
  readonly errorCount: number
  /** Formulas without a result in the file, because the program that wrote them computes nothing. */
  readonly openFormulaCount: number
  /** One row a line, as JSON. */
  readonly linesFile: string
}

const FIRST_ROWS = 600
const MAX_MERGES = 10_000
/** The last column of a spreadsheet is XFD. */
const MAX_COLUMN = 16_384

/** Reads a sheet as it is unpacked and writes its rows to a file, because a sheet may be larger than memory. */
export async function scanSheet(workbook: Workbook, sheet: Sheet, linesFile: string): Promise<ScannedSheet> {
  const lines = createWriteStream(linesFile)
  const first: SheetRow[] = []
  const merges: Merge[] = []
  const moments = new Map<number, ColumnMoments>()
  const shown = new Map<number, Map<ShownForm, number>>()
  const counts = { rows: 0, errors: 0, openFormulas: 0 }
  const cell = createCellReader(workbook, { moments, shown, counts })
  let row = { number: 0, cells: [] as [number, CellValue][] }
  let next = 0
  await workbook.readSheet(sheet, {
    open(name, attributes) {
      if (name === 'row') {
        row = { number: Number(attributes.r) || row.number + 1, cells: [] }
        next = 0
      } else if (name === 'c') {
        const column = columnOf(attributes.r ?? '') ?? next
        next = column + 1
        cell.begin(column, attributes)
      } else if (name === 'mergeCell' && merges.length < MAX_MERGES) {
        const merge = mergeOf(attributes.ref ?? '')
        if (merge) merges.push(merge)
      } else cell.open(name)
    },
    text: cell.text,
    close(name) {
      cell.close(name)
      if (name === 'c') {
        const value = cell.end()
        if (value !== null) row.cells.push(value)
      }
      if (name !== 'row' || row.cells.length === 0) return
      counts.rows++
      if (first.length < FIRST_ROWS) first.push(row)
      lines.write(`${JSON.stringify(row)}\n`)
    },
  })
  lines.end()
  await once(lines, 'close')
  const { rows: rowCount, errors: errorCount, openFormulas: openFormulaCount } = counts
  return { first, rowCount, moments, shown, merges, errorCount, openFormulaCount, linesFile }
}

type Sink = {
  readonly moments: Map<number, ColumnMoments>
  readonly shown: Map<number, Map<ShownForm, number>>
  readonly counts: { errors: number; openFormulas: number }
}

function createCellReader(workbook: Workbook, { moments, shown, counts }: Sink) {
  const text = createTextReader()
  let cell = { column: 0, type: 'n', style: 0 }
  let value = ''
  let isInValue = false
  let isFormula = false
  return {
    begin(column: number, attributes: Readonly<Record<string, string>>) {
      cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) }
      value = ''
      isFormula = false
      text.begin()
    },
    open(name: string) {
      if (name === 'v') isInValue = true
      else if (name === 'f') isFormula = true
      else text.open(name)
    },
    text(piece: string) {
      if (isInValue) value += piece
      else text.text(piece)
    },
    close(name: string) {
      if (name === 'v') isInValue = false
      else text.close(name)
    },
    end(): [number, CellValue] | null {
      if (cell.type === 'e') counts.errors++
      // The result of a formula may be an empty text.
      else if (isFormula && value === '' && cell.type !== 'str') counts.openFormulas++
      const read = cell.type === 'inlineStr' ? text.end() : readValue(workbook, { ...cell, value })
      if (typeof read === 'object' && read !== null)
        noteMoment(workbook, moments, { ...cell, serial: read.t })
      if (typeof read === 'number') noteShown(shown, cell.column, workbook.shownFormOf(cell.style))
      return read === null || read === '' ? null : [cell.column, read]
    },
  }
}

type RawCell = { readonly type: string; readonly style: number; readonly value: string }

function readValue(workbook: Workbook, { type, style, value }: RawCell): CellValue | null {
  if (value === '' || type === 'e') return null
  if (type === 's') return workbook.texts[Number(value)] ?? null
  if (type === 'str') return value
  if (type === 'b') return value.trim() === '1' || value.trim() === 'true'
  if (type === 'd') {
    const serial = serialOfIso(value.trim(), workbook.isFrom1904)
    return serial === null ? value : { t: serial }
  }
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return workbook.formOf(style) !== null && isMoment(number) ? { t: number } : number
}

function noteShown(shown: Sink['shown'], column: number, form: ShownForm): void {
  const forms = shown.get(column) ?? new Map<ShownForm, number>()
  shown.set(column, forms.set(form, (forms.get(form) ?? 0) + 1))
}

function noteMoment(
  workbook: Workbook,
  moments: Map<number, ColumnMoments>,
  { column, type, style, serial }: { column: number; type: string; style: number; serial: number },
): void {
  const form = type === 'd' ? 'moment' : workbook.formOf(style)
  const known = moments.get(column) ?? { hasDay: false, hasTime: false, hasDuration: false, showsDate: false }
  const { hasDay, hasTime } = partsOf(serial)
  moments.set(column, {
    hasDay: known.hasDay || hasDay,
    hasTime: known.hasTime || hasTime,
    hasDuration: known.hasDuration || form === 'duration',
    showsDate: known.showsDate || form === 'date' || form === 'moment',
  })
}

const ADDRESS = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/

/** The column of an address such as C7, from 0; null where it has none. */
function columnOf(address: string): number | null {
  const letters = ADDRESS.exec(address)?.[1]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column <= MAX_COLUMN ? column - 1 : null
}

function mergeOf(range: string): Merge | null {
  const [from = '', to = ''] = range.split(':')
  const left = columnOf(from)
  const right = columnOf(to)
  const top = Number(ADDRESS.exec(from)?.[2])
  const bottom = Number(ADDRESS.exec(to)?.[2])
  return left === null || right === null || !top || !bottom ? null : { top, left, bottom, right }
}
