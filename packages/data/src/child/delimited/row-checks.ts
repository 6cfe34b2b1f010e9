import { dominantKind, isFilled, isRuleCell, kindOfCell, type Row } from '../cell-kind.ts'
import { isNamedFooter } from './named-footer.ts'
import type { TextRecord } from './split-records.ts'

/** A record and whether a blank line stands above it. */
export type Held = TextRecord & { readonly isBelowBlank: boolean }

/** Returns the index of the first of the last records that are no rows of the table: sources and notes. */
export function footerStart(last: readonly Held[], width: number): number {
  let start = last.length
  while (start > 0) {
    const record = last[start - 1]
    if (!record || !isFooter(record, width)) break
    start--
  }
  return start
}

function isFooter({ cells, isBelowBlank }: Held, width: number): boolean {
  if (width < 2) return false
  const [first = ''] = cells
  const filled = cells.filter(isFilled).length
  const isNamed = isNamedFooter(first)
  // A sentence with separators in it has any number of cells.
  if (filled > 1) return isNamed && cells.length !== width
  if (!isFilled(first)) return false
  const isText = kindOfCell(first) === 'text'
  return isNamed || (isText && (cells.length < width || isBelowBlank))
}

/** Whether a line only draws a rule below the header or between rows, as in `|---|---|` or `----+----`. */
export function isRule(cells: Row): boolean {
  const filled = cells.filter(isFilled)
  return filled.length > 0 && filled.every(isRuleCell)
}

/** The kinds of columns that hold nothing but numbers or nothing but dates; null for others. */
export type ColumnKinds = readonly ('number' | 'moment' | null)[]

/** Judges the columns by the first rows. */
export function columnKinds(rows: readonly Row[], width: number): ColumnKinds {
  return Array.from({ length: width }, (_, place) => {
    const kind = dominantKind(rows.map((row) => row[place] ?? ''))
    return kind === 'number' || kind === 'moment' ? kind : null
  })
}

/** Whether the values of a short row are of the kinds of their columns, so that none has moved to the left. */
export function fitsColumns(cells: Row, kinds: ColumnKinds): boolean {
  return cells.every((cell, place) => {
    const kind = kindOfCell(cell)
    const wanted = kinds[place] ?? null
    return wanted === null || kind === 'empty' || kind === 'missing' || kind === wanted
  })
}
