import type { ReadingNote } from '@parley/domain'
import { isFilled } from '../cell-kind.ts'
import { TaskError } from '../task-error.ts'
import type { TextRecord } from './split-records.ts'

/** A number of lines, and the first of them. */
export type Tally = { count: number; readonly lines: number[] }

const KEPT_LINES = 6

/** Counts a line. */
export function tally(counts: Tally, line: number): void {
  counts.count++
  if (counts.lines.length < KEPT_LINES) counts.lines.push(line)
}

/** What was counted while the rows of a file were read. Changed row by row. */
export type RowCounts = {
  rows: number
  blank: number
  comments: number
  /** Lines of dashes that only draw a rule. */
  rules: number
  readonly repeated: Tally
  readonly footers: TextRecord[]
  readonly short: Tally
  /** The number of values of short rows, while it is the same in all of them. */
  shortLength: number | null
  /** The place of the last value that some row fills. */
  widest: number
  /** Rows with more cells than columns, where the further cells are empty. */
  long: number
  readonly strays: Tally
  /** The line at which something other than the table begins. */
  endLine: number | null
  afterEnd: number
}

const MAX_QUOTED_CHARACTERS = 80

/**
 * Says what was left out and mended. Throws a TaskError where the rows do not make one table: no row has as many values
 * as the header, or more rows stand below the table than in it.
 */
export function noteRows(counts: RowCounts, width: number): ReadingNote[] {
  refuseOtherTables(counts, width)
  return [...leftOut(counts), ...mended(counts, width)]
}

function refuseOtherTables(counts: RowCounts, width: number): void {
  const { rows, short, shortLength, widest, endLine, afterEnd } = counts
  // Rows that all leave out the same last columns, or leave them empty, are a table too.
  const isNarrow = shortLength !== null && shortLength > 1 && widest <= shortLength
  if (short.count * 2 > rows && !isNarrow) {
    const found = shortLength ?? 'fewer'
    const message = `Line ${short.lines[0]} has ${found} fields where the first line has ${width}.`
    throw new TaskError('invalid', message)
  }
  if (endLine !== null && afterEnd > rows) {
    const message = `The file holds several tables: another one begins in line ${endLine}. Upload each table as its own file.`
    throw new TaskError('invalid', message)
  }
}

function leftOut(counts: RowCounts): ReadingNote[] {
  const { footers, comments, rules, repeated, endLine, afterEnd, blank } = counts
  const notes: ReadingNote[] = []
  const add = (rowCount: number, text: string) => {
    if (rowCount > 0) notes.push({ kind: 'left_out', rowCount, text })
  }
  const [footer] = footers
  add(
    footers.length,
    `${linesFrom(footer?.line ?? 0, footers.length)} below the table ${footers.length === 1 ? 'was' : 'were'} left out: ${quoted(footer?.cells ?? [])}.`,
  )
  add(
    comments,
    comments === 1
      ? 'One line that begins with # was left out.'
      : `${comments} lines that begin with # were left out.`,
  )
  add(
    rules,
    rules === 1
      ? 'One line that only draws a rule was left out.'
      : `${rules} lines that only draw a rule were left out.`,
  )
  add(repeated.count, `The header is repeated in line ${lines(repeated)}; these lines were left out.`)
  add(
    afterEnd,
    `The table ends above line ${endLine}; what is below is another table and was left out: ${afterEnd === 1 ? '1 line' : `${afterEnd} lines`}.`,
  )
  if (rowsBetween(blank)) add(blank, `${blank} blank lines were left out.`)
  return notes
}

/** One blank line at the end of a file is usual. */
function rowsBetween(blank: number): boolean {
  return blank > 1
}

function mended({ short, long, strays, rows }: RowCounts, width: number): ReadingNote[] {
  const notes: ReadingNote[] = []
  if (short.count > 0) {
    const text = `${rowsHave(short.count)} fewer than ${width} values; the columns at the end are empty there (line ${lines(short)}).`
    notes.push({ kind: 'mended', rowCount: short.count, text })
  }
  if (long > 0 && long < rows) {
    const text = `${rowsHave(long)} empty values beyond the last column, which were left out.`
    notes.push({ kind: 'mended', rowCount: long, text })
  }
  if (strays.count > 0) {
    const text = `A quote inside a value was taken as it is in line ${lines(strays)}.`
    notes.push({ kind: 'mended', rowCount: strays.count, text })
  }
  return notes
}

function lines({ count, lines: first }: Tally): string {
  return count > first.length ? `${first.join(', ')} and ${count - first.length} more` : first.join(', ')
}

function linesFrom(line: number, count: number): string {
  return count === 1 ? `Line ${line}` : `Lines ${line} and ${count - 1} more`
}

function quoted(cells: readonly string[]): string {
  const text = cells.filter(isFilled).join(' ').replace(/\s+/g, ' ').trim()
  return `“${text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text}”`
}

function rowsHave(count: number): string {
  return count === 1 ? '1 row has' : `${count} rows have`
}
