import { extentOf, isFilled, kindOfCell, type Row } from './cell-kind.ts'
import { firstBodyRow, type HeaderEvidence, headerRowCount } from './header-evidence.ts'
import { joinedNames } from './header-names.ts'

/** Where the table begins in the first rows of a file or a sheet, and what its columns are called there. */
export type TableLayout = {
  /** Number of rows above the header, or above the first row of values: titles, notes and blank rows. */
  readonly skippedRows: number
  /** Number of header rows; 0 when the table has no header. */
  readonly headerRows: number
  /** One entry a column, trimmed, '' where the header is empty or absent. Names may repeat. */
  readonly names: readonly string[]
  /** `doubtful`: nothing but its place distinguishes the header from the values. */
  readonly evidence: HeaderEvidence
}

/** Rows beyond this many do not change the decision. */
const JUDGED_ROWS = 500
/** Longer texts are notes. */
const MAX_LABEL_CHARACTERS = 200
/** A title and notes take up fewer rows. */
const MAX_SKIPPED_ROWS = 60

/**
 * Decides where the table begins and which rows are its header, from the first rows of a file or a sheet: the kinds
 * of the values below a row against the row, distinct names, runs of years, blank rows, and how many cells are filled.
 * Blank rows count as rows. `headerRow` is the row that the owner chose, from 1; 0 for a table without header. Pure, and linear in the cells of the first 500 rows.
 */
export function tableLayout(allRows: readonly Row[], headerRow?: number): TableLayout {
  const rows = allRows.slice(0, Math.max(JUDGED_ROWS, headerRow ?? 0))
  if (headerRow !== undefined && headerRow > 0) return chosenLayout(rows, headerRow)
  const usualWidth = dominantWidth(rows)
  const first = firstTableRow(rows, usualWidth)
  const width = Math.max(usualWidth, extentOf(rows[first] ?? []))
  const start = belowNotes(rows, { first, width })
  const table = rows.slice(start).filter((row) => row.some(isFilled))
  if (headerRow === 0)
    return { skippedRows: start, headerRows: 0, names: blankNames(width), evidence: 'chosen' }
  const { count, evidence } = headerRowCount(table, {
    width,
    isBelowTitle: width > 1 && rows.slice(0, start).some((row) => row.some(isFilled)),
  })
  if (count === 0) return { skippedRows: start, headerRows: 0, names: blankNames(width), evidence }
  const above = count > 0 ? groupRowAbove(rows, { start, header: table[0] ?? [] }) : 0
  const top = start - above
  const headerRows = endOfHeader(rows, { first: top, count: count + above }) - top
  const header = rows.slice(top, top + headerRows).filter((row) => row.some(isFilled))
  return { skippedRows: top, headerRows, names: joinedNames(header, width), evidence }
}

/**
 * Returns the row right above the first values where it names each column with a different text and more rows stand
 * above it than a header has: these are notes. Otherwise returns `first`.
 */
function belowNotes(rows: readonly Row[], { first, width }: { first: number; width: number }): number {
  const table = rows.slice(first).filter((row) => row.some(isFilled))
  const body = firstBodyRow(table, width)
  const { count } = headerRowCount(table, { width, isBelowTitle: false })
  const header = table[body - 1]
  if (width < 3 || body <= count || !header || !namesAll(header, width) || namesAll(table[0] ?? [], width))
    return first
  return rows.indexOf(header)
}

function namesAll(row: Row, width: number): boolean {
  const names = row.slice(0, width)
  return (
    names.length === width &&
    names.every((cell) => kindOfCell(cell) === 'text') &&
    new Set(names.map((cell) => cell.trim())).size === width
  )
}

function chosenLayout(rows: readonly Row[], headerRow: number): TableLayout {
  const header = rows[headerRow - 1] ?? []
  const width = Math.max(dominantWidth(rows.slice(headerRow)), extentOf(header))
  return {
    skippedRows: headerRow - 1,
    headerRows: 1,
    names: joinedNames([header], width),
    evidence: 'chosen',
  }
}

function blankNames(width: number): string[] {
  return Array.from({ length: width }, () => '')
}

/** The row behind the last header row, blank rows between header rows counted. */
function endOfHeader(rows: readonly Row[], { first, count }: { first: number; count: number }): number {
  let left = count
  let at = first
  for (; at < rows.length && left > 0; at++) if (rows[at]?.some(isFilled)) left--
  return at
}

/** The length that most cells of the table have, so that one long row does not widen it. */
function dominantWidth(rows: readonly Row[]): number {
  const cells = new Map<number, number>()
  for (const row of rows) {
    if (!row.some(isFilled)) continue
    cells.set(row.length, (cells.get(row.length) ?? 0) + row.length)
  }
  let width = 0
  for (const [length, count] of cells) if (count > (cells.get(width) ?? 0)) width = length
  return width
}

/** The first row that has values in the columns of the table; rows above it are titles and notes. */
function firstTableRow(rows: readonly Row[], width: number): number {
  const filled = rows.map((row) => row.filter(isFilled).length)
  const blankStart = Math.max(
    0,
    filled.findIndex((count) => count > 0),
  )
  if (width < 2) return blankStart
  const usual = median(filled.filter((count) => count > 0))
  const limit = Math.min(rows.length, MAX_SKIPPED_ROWS)
  let at = blankStart
  while (at < limit && !isOfTable(rows[at] ?? [], { filled: filled[at] ?? 0, usual, width })) at++
  if (at === limit) return blankStart
  // Notes with two cells or more end at a blank row and are narrower than the table below it.
  const blank = filled.indexOf(0, at)
  const isNotes = blank > 0 && blank < limit && filled.slice(at, blank).every((count) => count < usual)
  const below = filled.findIndex((count, index) => index > blank && count > 0)
  return isNotes && blank - at < rows.length - below && (filled[below] ?? 0) >= usual ? below : at
}

function isOfTable(
  row: Row,
  { filled, usual, width }: { filled: number; usual: number; width: number },
): boolean {
  // The header of two columns has one filled cell when the column of row labels has no name.
  if (filled === 1 && width === 2 && row.length === 2) return !isFilled(row[0] ?? '')
  if (filled < 2) return false
  // A header may be longer than rows that leave out their empty cells at the end.
  if (extentOf(row) > width)
    return filled === extentOf(row) && row.every((cell) => kindOfCell(cell) === 'text')
  return filled > usual / 2 || filled >= width / 2
}

/**
 * 1 when the row above the header names groups of its columns: it is filled in places, and begins right of the first
 * column or names the columns that the row below leaves empty. Otherwise 0.
 */
function groupRowAbove(rows: readonly Row[], { start, header }: { start: number; header: Row }): 0 | 1 {
  const above = rows[start - 1]
  if (!above || above.length > Math.max(header.length, extentOf(header))) return 0
  const places = above.flatMap((cell, place) => (isFilled(cell) ? [place] : []))
  if (places.length === 0) return 0
  if (
    places.some(
      (place) =>
        kindOfCell(above[place] ?? '') === 'text' && (above[place] ?? '').length > MAX_LABEL_CHARACTERS,
    )
  )
    return 0
  // The names of columns outside the groups stand in the upper row.
  if (places[0] === 0) return !isFilled(header[0] ?? '') && places.length >= 2 ? 1 : 0
  const hasLabels = places.every((place) => isFilled(header[place] ?? ''))
  const repeats = new Set(header.filter(isFilled)).size < header.filter(isFilled).length
  return hasLabels && (places.length >= 2 || repeats) ? 1 : 0
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
