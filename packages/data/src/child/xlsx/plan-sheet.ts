import type { ReadingNote, ReadingSettings } from '@parley/domain'
import { distinctNames } from '../../result/row-keeper.ts'
import { joinedNames } from '../header-names.ts'
import { type TableLayout, tableLayout } from '../table-layout.ts'
import type { CellValue, ColumnMoments, ScannedSheet, SheetRow } from './scan-sheet.ts'
import { hoursOfSerial, isoOfSerial } from './serial-times.ts'

/** How the rows of a sheet become records. */
export type SheetPlan = {
  /** The columns with a name or a value, from 0, and their distinct names. */
  readonly columns: readonly { readonly place: number; readonly name: string }[]
  /** The number of the last row that is title or header. */
  readonly lastHeaderRow: number
  readonly notes: readonly ReadingNote[]
  readonly settings: ReadingSettings
}

/** The form in which the moments of a column are written. */
export type MomentText = 'date' | 'time' | 'timestamp' | 'duration'

/** Decides from the first rows of a sheet, with the places of all values, where its table begins and what its columns are called. */
export function planSheet(
  sheet: ScannedSheet,
  {
    isFrom1904,
    used,
    headerRow,
  }: { isFrom1904: boolean; used: ReadonlySet<number>; headerRow?: number | undefined },
): SheetPlan {
  const width = Math.max(0, ...used) + 1
  const rows = gridOf(sheet.first, {
    width,
    textOf: (place, value) => textOf(value, { place, sheet, isFrom1904 }),
  })
  const layout = extendedByMerges(tableLayout(rows, headerRow), { rows, sheet })
  const lastHeaderRow = layout.skippedRows + layout.headerRows
  const named = filledByMerges(layout.names, { sheet, row: lastHeaderRow })
  const places = Array.from({ length: width }, (_, place) => place).filter(
    (place) => (named[place] ?? '') !== '' || used.has(place),
  )
  const names = distinctNames(places.map((place) => named[place] || `column_${place + 1}`))
  return {
    columns: places.map((place, index) => ({ place, name: names[index] ?? `column_${place + 1}` })),
    lastHeaderRow,
    notes: [
      ...titleNotes(rows.slice(0, layout.skippedRows)),
      ...headerNotes(layout),
      ...emptyNotes(extentOfNames(places) - places.length),
    ],
    settings: { headerRow: layout.headerRows === 0 ? 0 : lastHeaderRow },
  }
}

/** How the moments of a column are written: all as dates, as times of day, as durations, or as both date and time. */
export function momentText(moments: ColumnMoments | undefined): MomentText {
  if (!moments) return 'timestamp'
  const { hasDay, hasTime, hasDuration, showsDate } = moments
  if (hasDuration && !showsDate) return 'duration'
  // A date format of a number below 1 shows a day that does not exist.
  if (!hasDay && (hasTime || !showsDate)) return 'time'
  return hasTime ? 'timestamp' : 'date'
}

/** Writes a moment as ISO 8601 in the form of its column. */
export function momentOf(serial: number, form: MomentText, isFrom1904: boolean): string {
  if (form === 'duration') return hoursOfSerial(serial)
  const iso = isoOfSerial(serial, isFrom1904)
  if (form === 'timestamp') return iso
  return form === 'date' ? iso.slice(0, 10) : iso.slice(11)
}

type Grid = { readonly width: number; readonly textOf: (place: number, value: CellValue) => string }

/** Rows of texts, as many as the sheet has up to the last one, blank rows among them. */
function gridOf(rows: readonly SheetRow[], { width, textOf: text }: Grid): string[][] {
  const last = Math.min(rows.at(-1)?.number ?? 0, MAX_GRID_ROWS)
  const grid = Array.from({ length: last }, (): string[] => [])
  for (const { number, cells } of rows) {
    if (number > last) break
    const row = Array.from({ length: width }, () => '')
    for (const [place, value] of cells) if (place < width) row[place] = text(place, value)
    grid[number - 1] = row
  }
  return grid
}

/** A table that begins further down is not found. */
const MAX_GRID_ROWS = 10_000

function textOf(
  value: CellValue,
  { place, sheet, isFrom1904 }: { place: number; sheet: ScannedSheet; isFrom1904: boolean },
): string {
  if (typeof value !== 'object') return String(value).trim()
  return momentOf(value.t, momentText(sheet.moments.get(place)), isFrom1904)
}

const MAX_HEADER_ROWS = 4

/** A header cell that is merged with the row below it shows that the row belongs to the header. */
function extendedByMerges(
  layout: TableLayout,
  { rows, sheet }: { rows: readonly (readonly string[])[]; sheet: ScannedSheet },
): TableLayout {
  const { skippedRows, headerRows, evidence, names } = layout
  const last = skippedRows + headerRows
  const bottoms = sheet.merges
    .filter(({ top, bottom }) => top > skippedRows && top <= last && bottom > last)
    .map(({ bottom }) => bottom)
  const bottom = Math.max(last, ...bottoms)
  if (evidence === 'chosen' || bottom === last || bottom - skippedRows > MAX_HEADER_ROWS) return layout
  const header = rows.slice(skippedRows, bottom)
  return { ...layout, headerRows: header.length, names: joinedNames(header, names.length) }
}

/** A name applies to all columns of its merged cells. */
function filledByMerges(
  names: readonly string[],
  { sheet, row }: { sheet: ScannedSheet; row: number },
): readonly string[] {
  const filled = [...names]
  for (const { top, bottom, left, right } of sheet.merges) {
    if (top > row || bottom < row) continue
    for (let place = left + 1; place <= Math.min(right, names.length - 1); place++)
      if (filled[place] === '') filled[place] = names[left] ?? ''
  }
  return filled
}

/** The number of columns up to the last one in use, with the empty ones before it. */
function extentOfNames(places: readonly number[]): number {
  return (places.at(-1) ?? -1) + 1
}

function emptyNotes(count: number): ReadingNote[] {
  if (count === 0) return []
  const were =
    count === 1 ? 'A column without name and values was' : `${count} columns without name and values were`
  return [{ kind: 'left_out', text: `${were} left out.` }]
}

const QUOTED_CHARACTERS = 120

function titleNotes(above: readonly (readonly string[])[]): ReadingNote[] {
  const filled = above.map((row) => row.filter((cell) => cell !== '').join(' ')).filter((text) => text !== '')
  if (filled.length === 0) return []
  const text = filled.join(' · ').replace(/\s+/g, ' ')
  const quoted = text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text
  const rows =
    filled.length === 1 ? 'One row above the table was' : `${filled.length} rows above the table were`
  return [{ kind: 'left_out', rowCount: filled.length, text: `${rows} left out: “${quoted}”.` }]
}

function headerNotes({ skippedRows, headerRows, evidence }: TableLayout): ReadingNote[] {
  const note = (text: string): ReadingNote[] => [{ kind: 'header', text }]
  const row = skippedRows + 1
  if (headerRows === 0 && evidence !== 'chosen')
    return note('No row holds column names, so the columns are named by their place.')
  if (headerRows > 1)
    return note(`The column names were joined from ${headerRows} rows, beginning with row ${row}.`)
  if (evidence === 'run') return note(`Row ${row} holds column names, although some of them are numbers.`)
  if (evidence === 'doubtful')
    return note(`Row ${row} was taken as column names, although it looks like the rows below it.`)
  return []
}
