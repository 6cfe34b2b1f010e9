import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ReadingNote } from '@parley/domain'
import { extentOf, isFilled } from '../cell-kind.ts'
import { TaskError } from '../task-error.ts'
import { type ColumnStats, countValue, emptyStats } from './column-stats.ts'
import { type ColumnKinds, fitsColumns, footerStart, type Held, isRule } from './row-checks.ts'
import { noteRows, type RowCounts, tally } from './row-notes.ts'
import { type Dialect, recordsIn, type TextRecord } from './split-records.ts'

export type Untidy = {
  readonly path: string
  readonly dialect: Dialect
  /** The names of the columns; as many as a row has values. */
  readonly names: readonly string[]
  /** The header as it is written, to recognise it where it is repeated. */
  readonly header: readonly string[]
  /** The line of the first row of values. */
  readonly firstLine: number
  readonly kinds: ColumnKinds
}

export type Tidy = {
  readonly path: string
  readonly rowCount: number
  /** One entry a column. */
  readonly stats: readonly ColumnStats[]
  readonly notes: readonly ReadingNote[]
}

/** Notes below the table are looked for among this many last records. */
const HELD_RECORDS = 30
const PIECE_BYTES = 1024 * 1024

/**
 * Writes the rows of a delimited file again with commas, double quotes and one number of values a row, without header,
 * blank lines, comments and footers. Short rows whose values fit their columns and long rows whose rest is empty are
 * taken, with a note. Throws a TaskError with the line of any other row of another length. Linear in the file.
 */
export async function tidyText(untidy: Untidy): Promise<Tidy> {
  // Several files of an archive may lie in one folder.
  const copy = `${untidy.path}-tidy.csv`
  const rows = createRows(untidy)
  await pipeline(
    createReadStream(untidy.path, { encoding: 'utf8', highWaterMark: PIECE_BYTES }),
    async function* tidied(pieces: AsyncIterable<string>) {
      for await (const batch of recordsIn(pieces, { dialect: untidy.dialect, width: untidy.names.length })) {
        for (const record of batch) rows.add(record)
        yield rows.take()
      }
      rows.finish()
      yield rows.take()
    },
    createWriteStream(copy),
  )
  return { path: copy, ...rows.result() }
}

type Rows = {
  readonly add: (record: TextRecord) => void
  /** Accepts the last rows, without footers. */
  readonly finish: () => void
  /** The text since the last call. */
  readonly take: () => string
  readonly result: () => Omit<Tidy, 'path'>
}

function createRows(untidy: Untidy): Rows {
  const width = untidy.names.length
  const header = untidy.header.map((cell) => cell.trim()).join('\u0000')
  const counts = emptyCounts()
  const stats = untidy.names.map(emptyStats)
  const held: Held[] = []
  let text = ''
  let isBelowBlank = false

  const accept = (record: Held) => {
    const cells = checkedRow(record, { untidy, header, counts })
    if (cells === null) return
    counts.rows++
    for (const [place, column] of stats.entries()) countValue(column, cells[place] ?? '', record.line)
    text += lineOf(cells, width)
  }
  return {
    add: (record) => {
      if (record.line < untidy.firstLine) return
      if (!record.cells.some(isFilled)) {
        if (width > 1 || record.cells.length === 1) isBelowBlank = true
        counts.blank++
        return
      }
      held.push({ ...record, isBelowBlank })
      isBelowBlank = false
      const [oldest] = held
      if (held.length <= HELD_RECORDS || !oldest) return
      held.shift()
      accept(oldest)
    },
    finish: () => {
      const start = rowsBeforeFooter(held, { width, rows: counts.rows })
      for (const record of held.slice(0, start)) accept(record)
      counts.footers.push(...held.slice(start))
    },
    take: () => {
      const taken = text
      text = ''
      return taken
    },
    result: () => ({ rowCount: counts.rows, stats, notes: noteRows(counts, width) }),
  }
}

/** Without a row above them, the last lines are the table. */
function rowsBeforeFooter(held: readonly Held[], { width, rows }: { width: number; rows: number }): number {
  const start = footerStart(held, width)
  return rows === 0 && start === 0 ? held.length : start
}

function emptyCounts(): RowCounts {
  return {
    rows: 0,
    blank: 0,
    comments: 0,
    rules: 0,
    repeated: { count: 0, lines: [] },
    footers: [],
    short: { count: 0, lines: [] },
    shortLength: null,
    widest: 0,
    long: 0,
    strays: { count: 0, lines: [] },
    endLine: null,
    afterEnd: 0,
  }
}

/** The values of a row, null for a line that is left out. */
function checkedRow(
  record: Held,
  { untidy, header, counts }: { untidy: Untidy; header: string; counts: RowCounts },
): readonly string[] | null {
  const { cells, line, isBelowBlank, hasStray } = record
  const width = untidy.names.length
  if (counts.endLine !== null) {
    counts.afterEnd++
    return null
  }
  if (isRule(cells)) {
    counts.rules++
    return null
  }
  if (cells.length !== width && cells[0]?.trimStart().startsWith('#')) {
    counts.comments++
    return null
  }
  if (header !== '' && cells.map((cell) => cell.trim()).join('\u0000') === header) {
    tally(counts.repeated, line)
    return null
  }
  const extent = extentOf(cells)
  if (isBelowBlank && counts.rows > 0 && cells.length !== width && extent > 1 && !fitsRow(record, untidy)) {
    counts.endLine = line
    counts.afterEnd++
    return null
  }
  if (hasStray) tally(counts.strays, line)
  if (cells.length > width) {
    if (extent > width) throw wrongLength(record, untidy)
    counts.long++
  }
  if (cells.length < width) {
    if (!fitsRow(record, untidy)) throw wrongLength(record, untidy)
    counts.shortLength = counts.short.count === 0 || counts.shortLength === cells.length ? cells.length : null
    tally(counts.short, line)
  }
  counts.widest = Math.max(counts.widest, extent)
  return cells
}

function fitsRow({ cells }: TextRecord, { names, kinds }: Untidy): boolean {
  return cells.length <= names.length && (cells.length > 1 || names.length === 2) && fitsColumns(cells, kinds)
}

function wrongLength({ cells, line }: TextRecord, { names }: Untidy): TaskError {
  const found = extentOf(cells) > names.length ? extentOf(cells) : cells.length
  return new TaskError(
    'invalid',
    `Line ${line} has ${found} fields where the first line has ${names.length}.`,
  )
}

function lineOf(cells: readonly string[], width: number): string {
  let line = ''
  for (let place = 0; place < width; place++) {
    const cell = plainNumber(cells[place] ?? '')
    if (place > 0) line += ','
    line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  // An empty line would be no row.
  return line === '' ? '""\n' : `${line}\n`
}

/** Removes white space around a number, because the engine knows only ASCII white space. */
function plainNumber(cell: string): string {
  const value = cell.trim()
  return value !== cell && NUMBER.test(value) ? value : cell
}

const NUMBER = /^[+-]?[\d.][\d.eE+-]*$/
const NEEDS_QUOTES = /[",\r\n]/
