import type { ReadingNote, ReadingSettings } from '@parley/domain'
import { extentOf, isFilled, type Row } from '../cell-kind.ts'
import { type TableLayout, tableLayout } from '../table-layout.ts'
import { TaskError } from '../task-error.ts'
import { columnNames } from './column-names.ts'
import { type ColumnKinds, columnKinds } from './row-checks.ts'
import type { TextRecord } from './split-records.ts'

/** Where the rows of a delimited file begin and what its columns are called. */
export type TablePlan = {
  /** Distinct, one a column. */
  readonly names: readonly string[]
  /** The cells of the header as they are written; empty without a header. */
  readonly header: Row
  /** Columns whose name in the header is empty; none without a header. */
  readonly unnamed: ReadonlySet<number>
  /** The first row of values: its line in the file and its place among the records. */
  readonly firstLine: number
  readonly firstRecord: number
  /** The record with the column names, from 1; 0 without a header. */
  readonly headerRow: number
  readonly kinds: ColumnKinds
  readonly notes: readonly ReadingNote[]
}

/**
 * Decides from the first records which of them are titles and which are the header. Throws a TaskError with the line
 * where the rows have more values than the header and it is not clear which names belong to which values.
 */
export function planTable(
  records: readonly TextRecord[],
  { headerRow }: Pick<ReadingSettings, 'headerRow'>,
): TablePlan {
  const rows = records.map(({ cells }) => cells)
  const layout = tableLayout(rows, headerRow)
  const firstRecord = layout.skippedRows + layout.headerRows
  const body = records.slice(firstRecord)
  const header = rows[firstRecord - 1] ?? []
  const { names: headers, notes: shifted } = alignedNames(layout, { header, body })
  const hasHeader = layout.headerRows > 0
  const { names, notes } = columnNames(headers)
  const last = records.at(-1)
  return {
    names,
    header: hasHeader ? header : [],
    unnamed: new Set(headers.flatMap((name, place) => (hasHeader && name === '' ? [place] : []))),
    firstLine: body[0]?.line ?? (last ? last.line + 1 : 1),
    firstRecord,
    headerRow: hasHeader ? firstRecord : 0,
    kinds: columnKinds(
      body.flatMap(({ cells }) => (cells.length === names.length ? [cells] : [])),
      names.length,
    ),
    notes: [...titleNotes(records, layout), ...headerNotes(layout, records), ...shifted, ...notes],
  }
}

type Aligned = { readonly names: readonly string[]; readonly notes: readonly ReadingNote[] }

/** Rows that have one value more than the header begin with the names of the rows, as R writes them. */
function alignedNames(
  { names, headerRows }: TableLayout,
  { header, body }: { header: Row; body: readonly TextRecord[] },
): Aligned {
  const width = names.length
  const filled = body.filter(({ cells }) => cells.some(isFilled))
  const wider = filled.find(({ cells }) => extentOf(cells) > header.length)
  if (headerRows === 0 || header.length >= width || !wider) return { names, notes: [] }
  const labels = filled.map(({ cells }) => cells[0] ?? '')
  const isLabelled =
    header.length === width - 1 &&
    filled.length > 1 &&
    filled.every(({ cells }) => cells.length === width) &&
    new Set(labels).size === labels.length
  if (!isLabelled) {
    const message = `Line ${wider.line} has ${extentOf(wider.cells)} fields where the first line has ${header.length}.`
    throw new TaskError('invalid', message)
  }
  const text = 'Rows have one value more than the header; the first value of each row was taken as its label.'
  return { names: ['', ...names.slice(0, width - 1)], notes: [{ kind: 'header', text }] }
}

const MAX_QUOTED_CHARACTERS = 120

function titleNotes(records: readonly TextRecord[], { skippedRows }: TableLayout): ReadingNote[] {
  const above = records.slice(0, skippedRows).filter(({ cells }) => cells.some(isFilled))
  if (above.length === 0) return []
  const text = above.map(({ cells }) => cells.filter(isFilled).join(' ').trim()).join(' · ')
  const quoted = text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text
  return [
    {
      kind: 'left_out',
      rowCount: above.length,
      text: `${above.length === 1 ? 'One line' : `${above.length} lines`} above the table ${above.length === 1 ? 'was' : 'were'} left out: “${quoted}”.`,
    },
  ]
}

function headerNotes(
  { skippedRows, headerRows, evidence }: TableLayout,
  records: readonly TextRecord[],
): ReadingNote[] {
  const note = (text: string): ReadingNote[] => [{ kind: 'header', text }]
  const line = records[skippedRows]?.line ?? 1
  if (headerRows === 0 && evidence !== 'chosen')
    return note('No line holds column names, so the columns are named by their place.')
  if (headerRows > 1)
    return note(`The column names were joined from ${headerRows} lines, beginning with line ${line}.`)
  if (evidence === 'run') return note(`Line ${line} holds column names, although some of them are numbers.`)
  if (evidence === 'doubtful')
    return note(`Line ${line} was taken as column names, although it looks like the lines below it.`)
  return []
}
