import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isFilled } from '../cell-kind.ts'
import { quoteText } from '../open-duckdb.ts'
import type { TableReader } from '../table-reader.ts'
import { unnamedNotes } from './column-names.ts'
import { doubtOfThousands } from './column-stats.ts'
import type { DelimitedTable } from './delimited-table.ts'
import {
  type ColumnKind,
  type ColumnSurvey,
  type GuardedColumn,
  guarded,
  isGuardError,
  surveyColumns,
} from './guarded-columns.ts'
import { footerStart } from './row-checks.ts'
import { recordsOfHead, type TextRecord } from './split-records.ts'

type LargeTable = DelimitedTable & {
  /** The first records of the file. */
  readonly records: readonly TextRecord[]
  readonly size: number
  /** The reader of the same file value by value. */
  readonly tidy: () => Promise<TableReader>
}

/** The engine judges types by this many rows. */
const SAMPLED_ROWS = 100_000
/** The engine's own buffers are eight times larger, and their new pages cost it a quarter of the conversion. */
const BUFFER_BYTES = 4 * 1024 * 1024
const TAIL_BYTES = 64 * 1024
const TAIL_RECORDS = 30

/**
 * A large file as the engine reads it by itself, which takes a fraction of the time. Null where its first and last rows
 * are not of the plain form that the engine reads exactly.
 */
export async function largeReader(
  connection: DuckDBConnection,
  table: LargeTable,
): Promise<TableReader | null> {
  const { path, dialect, plan } = table
  const last = await tailOf(table)
  if (!isPlain(table) || !isPlainTail(last, table)) return null
  const csv: Csv = {
    path,
    names: plan.names,
    options: [
      `delim = ${quoteText(dialect.separator)}`,
      `quote = ${quoteText(dialect.quote)}`,
      `escape = ${quoteText(dialect.isBackslashed ? '\\' : dialect.quote)}`,
      'header = false',
      `skip = ${plan.firstLine - 1}`,
      'strict_mode = true',
      'max_line_size = 1048576',
      `buffer_size = ${BUFFER_BYTES}`,
      "compression = 'none'",
    ],
  }
  try {
    const columns = await likelyColumns(connection, csv)
    return readerWith(connection, { table, csv, columns, notes: thousandsDoubts(table), keepsLong: false })
  } catch {
    // A record in the sample of the engine has another form than the first and the last ones.
    return null
  }
}

function isPlain({ dialect, plan, records }: LargeTable): boolean {
  const { separator, isPadded } = dialect
  if (separator.length !== 1 || separator === ' ' || isPadded || plan.names.length < 2) return false
  if (records[plan.firstRecord]?.line !== plan.firstLine || plan.firstLine - 1 > plan.firstRecord + 1)
    return false
  return records.slice(plan.firstRecord).every((record) => isOfTable(record, plan.names.length))
}

/** The notes on columns in whose first rows every number with a point looks like 1.234. */
function thousandsDoubts({ plan, records, decimalMark }: LargeTable): Reading['notes'] {
  if (decimalMark !== undefined) return new Map()
  const rows = records.slice(plan.firstRecord)
  const doubts = plan.names.flatMap((name, place) => {
    const values = rows.map(({ cells }) => (cells[place] ?? '').trim()).filter(isFilled)
    const grouped = values.filter((value) => /^-?[1-9]\d{0,2}\.\d{3}$/.test(value))
    const isDoubtful =
      values.length > 1 && grouped.length > 0 && values.every((value) => LIKE_THOUSANDS.test(value))
    return isDoubtful ? [[name, doubtOfThousands(grouped.length === values.length)] as const] : []
  })
  return new Map(doubts)
}

/** A number below 1000, or one with three digits behind its point. */
const LIKE_THOUSANDS = /^-?(?:0|[1-9]\d{0,2}(?:\.\d{3})?)$/

function isOfTable({ cells, hasStray }: TextRecord, width: number): boolean {
  return !hasStray && cells.length === width && cells.some(isFilled)
}

/** The last records of the file. */
async function tailOf({ path, size, dialect }: LargeTable): Promise<TextRecord[]> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, size - TAIL_BYTES)
  const text = buffer.subarray(0, bytesRead).toString()
  const lines = text.slice(text.indexOf('\n') + 1)
  return recordsOfHead(lines, { dialect, isWhole: true }).slice(-TAIL_RECORDS)
}

function isPlainTail(last: readonly TextRecord[], { plan }: LargeTable): boolean {
  const width = plan.names.length
  const held = last.map((record) => ({ ...record, isBelowBlank: false }))
  return last.every((record) => isOfTable(record, width)) && footerStart(held, width) === held.length
}

type Csv = {
  readonly path: string
  readonly names: readonly string[]
  readonly options: readonly string[]
}

/** The types that the engine finds in the first rows. */
async function likelyColumns(
  connection: DuckDBConnection,
  { path, names, options }: Csv,
): Promise<GuardedColumn[]> {
  const judged = [
    quoteText(path),
    ...options,
    `names = [${names.map(quoteText)}]`,
    `sample_size = ${SAMPLED_ROWS}`,
    // Other dates are read from text, because the engine prefers one order of day and month.
    "dateformat = '%Y-%m-%d'",
    "timestampformat = '%Y-%m-%d %H:%M:%S'",
    `auto_type_candidates = [${KINDS.map(quoteText)}]`,
  ]
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_csv(${judged})`)
  return described.getRowObjectsJson().map(({ column_name, column_type }) => ({
    name: String(column_name),
    type: KINDS.find((kind) => kind === column_type) ?? 'VARCHAR',
  }))
}

const KINDS: readonly ColumnKind[] = ['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']

/** All columns as the text of the file. */
function textsOf({ path, names, options }: Csv): string {
  const columns = names.map((name) => `${quoteText(name)}: 'VARCHAR'`)
  return `read_csv(${[quoteText(path), 'auto_detect = false', ...options, `columns = {${columns}}`]})`
}

type Reading = {
  readonly table: LargeTable
  readonly csv: Csv
  readonly columns: readonly GuardedColumn[]
  readonly notes: NonNullable<TableReader['columnNotes']>
  /** Whether numbers with many digits occur, so that columns with them become decimals. */
  readonly keepsLong: boolean
}

/**
 * Reads every value once: a value that the type of its column would change ends the statement. Then such values of the
 * whole file are counted once, and their columns get a type that holds them. A row of another form needs the other
 * reader.
 */
function readerWith(connection: DuckDBConnection, reading: Reading): TableReader {
  const { table, csv, columns, keepsLong } = reading
  const { name, dialect, plan, settings } = table
  const notes = [...table.notes, ...unnamedNotes(plan.names.filter((_, place) => plan.unnamed.has(place)))]
  const readAs = (texts: readonly string[]) => {
    const selected = columns.map((column) =>
      guarded({ column: texts.includes(column.name) ? { ...column, type: 'VARCHAR' } : column, keepsLong }),
    )
    return `(SELECT ${selected} FROM ${textsOf(csv)})`
  }
  return {
    name,
    notes,
    ...(settings && { settings }),
    from: readAs([]),
    separator: dialect.separator,
    columnNotes: reading.notes,
    ...(keepsLong && { asText: readAs }),
    widened: async (error) => {
      if (!isGuardError(error))
        return /CSV Error|quote|line|columns/i.test(String(error)) ? table.tidy() : null
      const survey = await surveyColumns(connection, { from: textsOf(csv), columns }).catch(() => null)
      const next = survey && widenedBy(reading, survey)
      return next ? readerWith(connection, next) : table.tidy()
    },
  }
}

/** The reading with columns that hold all of their values; null when nothing is left to change. */
function widenedBy(reading: Reading, survey: ReadonlyMap<string, ColumnSurvey>): Reading | null {
  const notes = new Map(reading.notes)
  let keepsLong = reading.keepsLong
  let isChanged = false
  const columns = reading.columns.map((column) => {
    const found = survey.get(column.name)
    if (!found) return column
    const { codes, others, wider, hasLong } = found
    const isLonger = hasLong && !keepsLong
    if (isLonger) keepsLong = true
    isChanged ||= isLonger || codes + others + wider > 0
    if (codes + others > 0) notes.set(column.name, codes > 0 ? CODES : othersNote(found))
    if (codes + others > 0) return { ...column, type: 'VARCHAR' as const }
    return wider > 0 ? { ...column, type: 'DOUBLE' as const } : column
  })
  return isChanged ? { ...reading, columns, notes, keepsLong } : null
}

const CODES = {
  kind: 'kept_as_text',
  note: 'Values begin with 0 or +, as codes and telephone numbers do. Kept as text.',
  isFinal: true,
} as const

/** What the report says, unless the texts turn out to be numbers or dates in another form. */
function othersNote({ filled, others, example }: ColumnSurvey): { note: string; kind: 'kept_as_text' } {
  const note = `${others} of ${filled} values are unlike the others, such as “${example}”. Kept as text.`
  return { kind: 'kept_as_text', note }
}
