import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadingNoteKind, ReadingSettings } from '@parley/domain'
import type { ExactTable } from './exact-numbers.ts'
import { jsonTypeNotes } from './json-types.ts'
import { quoteName } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'
import { type ReadColumn, readTexts } from './text-readings.ts'
import { typesOfWideIntegers } from './wide-integers.ts'

/** The conversion of one column of an uploaded file. */
export type PlannedColumn = {
  /** An identifier that needs no quotes in SQL. */
  readonly name: string
  /** The header in the file. */
  readonly header: string
  /** Whether SQL reserves the header, so that the name is another one. */
  readonly isReserved: boolean
  readonly expression: string
  /** For the catalog: how the values were changed. */
  readonly note?: string
  readonly kind?: ReadingNoteKind
  /** The settings that its values were read with. */
  readonly settings?: ReadingSettings
}

/** A file with more is refused. */
export const MAX_COLUMNS = 2000
const MAX_NAME_CHARACTERS = 60

/** Names the columns that `from` delivers so that SQL can use them without quotes, and finds the dates and numbers in texts. */
export async function columnPlan(
  connection: DuckDBConnection,
  {
    from,
    types,
    notes,
    samples,
    ...reading
  }: ExactTable & {
    readonly separator?: string
    readonly settings?: ReadingSettings
    /** By header: what the reader says about the type of a column. */
    readonly notes?: TableReader['columnNotes']
    readonly samples?: TableReader['samples']
  },
): Promise<PlannedColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
  const rows = described.getRowObjectsJson()
  if (rows.length === 0) throw new TaskError('invalid', 'The file has no columns.')
  if (rows.length > MAX_COLUMNS) {
    throw new TaskError('invalid', `The file has ${rows.length} columns; at most ${MAX_COLUMNS} are read.`)
  }
  const reserved = await reservedWords(connection)
  const taken = new Set(reserved)
  const wide = await typesOfWideIntegers(connection, {
    from,
    types: new Map(rows.map((row) => [String(row.column_name), String(row.column_type)])),
  })
  const plan = rows.map((row, index) => {
    const header = String(row.column_name)
    const type = String(row.column_type)
    const quoted = quoteName(header)
    const exact = types.get(header) ?? wide.get(header)
    const word = identifierFor(header, index)
    const name = freeName(word, taken)
    const named = { name, header, isReserved: reserved.has(word.toLowerCase()) }
    if (exact !== undefined) return { ...named, expression: `CAST(${quoted} AS ${exact})`, isText: false }
    // DuckDB returns JSON text with its quotes; a JSON string becomes plain text here.
    const expression = type === 'JSON' ? `json_extract_string(${quoted}, '$')` : quoted
    const isFinal = notes?.get(header)?.isFinal === true || reading.settings?.columnTypes?.[name] === 'text'
    return { ...named, expression, isText: TEXT_TYPES.has(type) && !isFinal }
  })
  const texts = plan.filter((column) => column.isText).map((column) => column.expression)
  const seen = samples && new Map([...samples].map(([header, values]) => [quoteName(header), values]))
  const json = rows.filter((row) => row.column_type === 'JSON').map((row) => String(row.column_name))
  const mixed = await jsonTypeNotes(connection, { from, columns: json })
  const read = await readTexts(connection, { from, texts, ...(seen && { samples: seen }), ...reading })
  return plan.map(({ isText: _, ...column }) => ({
    ...column,
    ...readingOf(
      read.get(column.expression),
      notes?.get(column.header) ?? mixedNote(mixed.get(column.header)),
    ),
  }))
}

/**
 * A column that stays text gets the note of the file's reader, if there is one, because it names the line of a value.
 */
function readingOf(
  read: ReadColumn | undefined,
  noted: { note: string; kind: ReadingNoteKind } | undefined,
): Partial<PlannedColumn> {
  if (read?.expression !== undefined || !noted) return read ?? {}
  return { note: noted.note, kind: noted.kind }
}

function mixedNote(note: string | undefined): { note: string; kind: 'kept_as_text' } | undefined {
  return note === undefined ? undefined : { note, kind: 'kept_as_text' }
}

const TEXT_TYPES = new Set(['VARCHAR', 'JSON'])

async function reservedWords(connection: DuckDBConnection): Promise<Set<string>> {
  const words = await connection.runAndReadAll(
    "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function')",
  )
  return new Set(words.getRowsJson().map(([word]) => String(word)))
}

function identifierFor(header: string, index: number): string {
  const words = header
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_NAME_CHARACTERS)
  return /^\p{N}/u.test(words) ? `_${words}` : words || `column_${index + 1}`
}

/** Adds a number to a name that SQL or an earlier column has. Marks the result as taken. */
function freeName(base: string, taken: Set<string>): string {
  let name = base
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${base}_${copy}`
  taken.add(name.toLowerCase())
  return name
}
