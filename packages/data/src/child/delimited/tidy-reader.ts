import type { ReadingNote } from '@parley/domain'
import { quoteName, quoteText } from '../open-duckdb.ts'
import type { TableReader } from '../table-reader.ts'
import { TaskError } from '../task-error.ts'
import { presentValue } from '../text-readings.ts'
import { unnamedNotes } from './column-names.ts'
import { type ColumnType, decimalMarkOf, typeOfColumn } from './column-stats.ts'
import type { DelimitedTable } from './delimited-table.ts'
import { tidyText } from './tidy-text.ts'

/** Reads a delimited file record by record and writes it again in the plain form that the engine reads. */
export async function tidyReader(table: DelimitedTable): Promise<TableReader> {
  const { path, dialect, plan, settings, name } = table
  const { names, header, firstLine, kinds } = plan
  const tidy = await tidyText({ path, dialect, names, header, firstLine, kinds })
  // Separators at the end of every line give a column without name and values.
  const kept = names.flatMap((column, place) =>
    plan.unnamed.has(place) && tidy.stats[place]?.filled === 0 ? [] : [{ column, place }],
  )
  if (kept.length === 0) throw new TaskError('invalid', 'The file is empty.')
  const mark = table.decimalMark ?? decimalMarkOf(tidy.stats)
  const isChosen = table.decimalMark !== undefined
  const types = new Map(
    kept.map(({ column, place }) => {
      const stats = tidy.stats[place]
      return [column, stats ? typeOfColumn(stats, { name: column, mark, isChosen }) : { type: 'VARCHAR' }]
    }),
  )
  const unnamed = kept.flatMap(({ column, place }) => (plan.unnamed.has(place) ? [column] : []))
  const notes = [
    ...table.notes,
    ...unnamedNotes(unnamed),
    ...droppedNotes(names.length - kept.length),
    ...tidy.notes,
  ]
  return {
    name,
    notes,
    ...(settings && { settings }),
    from: fromOf({ path: tidy.path, names, types, isEmpty: tidy.rowCount === 0 }),
    separator: dialect.separator,
    ...(mark === ',' && { likely: { decimalMark: mark } }),
    samples: new Map(kept.map(({ column, place }) => [column, [...(tidy.stats[place]?.samples ?? [])]])),
    columnNotes: new Map(
      [...types].flatMap(([column, { note, kind, isFinal = false }]) =>
        note && kind ? [[column, { note, kind, isFinal }]] : [],
      ),
    ),
  }
}

type Source = {
  readonly path: string
  /** All columns of the file. */
  readonly names: readonly string[]
  /** The columns to read. */
  readonly types: ReadonlyMap<string, ColumnType>
  readonly isEmpty: boolean
}

function fromOf({ path, names, types, isEmpty }: Source): string {
  const columns = [...types].map(([name, type]) => selected(quoteName(name), type))
  // The engine takes a file without rows for one without columns.
  if (isEmpty)
    return `(SELECT ${[...types.keys()].map((name) => `NULL::VARCHAR AS ${quoteName(name)}`)} WHERE false)`
  const given = names.map((name) => {
    const { type = null, hasMissing = false } = types.get(name) ?? {}
    return `${quoteText(name)}: ${quoteText(hasMissing ? 'VARCHAR' : (type ?? 'VARCHAR'))}`
  })
  const options = [
    quoteText(path),
    'auto_detect = false',
    'header = false',
    "delim = ','",
    `quote = '"'`,
    `escape = '"'`,
    'strict_mode = true',
    'max_line_size = 1048576',
    "compression = 'none'",
    `columns = {${given}}`,
  ]
  return `(SELECT ${columns} FROM read_csv(${options}))`
}

/** A column as it is, or as numbers among which words for no value are NULL. */
function selected(column: string, { type, hasMissing = false }: ColumnType): string {
  return hasMissing && type !== null ? `CAST(${presentValue(column)} AS ${type}) AS ${column}` : column
}

function droppedNotes(count: number): ReadingNote[] {
  if (count === 0) return []
  const text = `${count === 1 ? 'A column' : `${count} columns`} without name and values ${count === 1 ? 'was' : 'were'} left out.`
  return [{ kind: 'left_out', text }]
}
