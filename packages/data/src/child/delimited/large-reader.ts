import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isFilled } from '../cell-kind.ts'
import { hasLongNumbers } from '../exact-numbers.ts'
import { quoteName, quoteText } from '../open-duckdb.ts'
import type { TableReader } from '../table-reader.ts'
import { unnamedNotes } from './column-names.ts'
import type { DelimitedTable } from './delimited-table.ts'
import { footerStart } from './row-checks.ts'
import { recordsOfHead, type TextRecord } from './split-records.ts'
import { tidyReader } from './tidy-reader.ts'

type LargeTable = DelimitedTable & {
  /** The first records of the file. */
  readonly records: readonly TextRecord[]
  readonly size: number
}

/** The engine judges types by so many rows. */
const SAMPLED_ROWS = 100_000
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
  if (!isPlain(table) || !(await isPlainTail(table))) return null
  const options = [
    `delim = ${quoteText(dialect.separator)}`,
    `quote = ${quoteText(dialect.quote)}`,
    `escape = ${quoteText(dialect.isBackslashed ? '\\' : dialect.quote)}`,
    'header = false',
    `skip = ${plan.firstLine - 1}`,
    `names = [${plan.names.map(quoteText)}]`,
    `sample_size = ${SAMPLED_ROWS}`,
    // Other dates are read from text, because the engine prefers one order of day and month.
    "dateformat = '%Y-%m-%d'",
    "timestampformat = '%Y-%m-%d %H:%M:%S'",
    "auto_type_candidates = ['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']",
  ]
  try {
    const texts = (await hasCodes(path)) ? await codeColumns(connection, { path, options }) : []
    return readerWith(table, { options, texts, isLong: await hasLongNumbers(path) })
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

function isOfTable({ cells, hasStray }: TextRecord, width: number): boolean {
  return !hasStray && cells.length === width && cells.some(isFilled)
}

async function isPlainTail({ path, size, dialect, plan }: LargeTable): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, size - TAIL_BYTES)
  const text = buffer.subarray(0, bytesRead).toString()
  const lines = text.slice(text.indexOf('\n') + 1)
  const last = recordsOfHead(lines, { dialect, isWhole: true }).slice(-TAIL_RECORDS)
  const width = plan.names.length
  const held = last.map((record) => ({ ...record, isBelowBlank: false }))
  return last.every((record) => isOfTable(record, width)) && footerStart(held, width) === held.length
}

/** Whether a value of the file may begin with 0 and a digit, or with a plus, as codes and telephone numbers do. */
async function hasCodes(path: string): Promise<boolean> {
  let tail = ''
  for await (const piece of createReadStream(path, { encoding: 'latin1', highWaterMark: 1024 * 1024 })) {
    if (/[^0-9.:/ T-][ "']?(?:0\d|\+\d)/.test(tail + piece)) return true
    tail = String(piece).slice(-3)
  }
  return false
}

type Large = { readonly path: string; readonly options: readonly string[] }

/** The columns that the engine takes for numbers and that hold codes. */
async function codeColumns(connection: DuckDBConnection, large: Large): Promise<string[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${readCsv(large, [])}`)
  const numbers = described
    .getRowObjectsJson()
    .filter(({ column_type }) => column_type === 'BIGINT' || column_type === 'DOUBLE')
    .map(({ column_name }) => String(column_name))
  if (numbers.length === 0) return []
  const counts = numbers.map(
    (name) => `bool_or(regexp_full_match(${quoteName(name)}, '\\s*(-?0[0-9].*|\\+[0-9]{7,})\\s*'))`,
  )
  const counted = await connection.runAndReadAll(`SELECT ${counts} FROM ${readCsv(large, numbers)}`)
  const row = counted.getRowsJson()[0] ?? []
  return numbers.filter((_, index) => row[index] === true)
}

function readCsv({ path, options }: Large, texts: readonly string[]): string {
  const types = texts.map((column) => `${quoteText(column)}: 'VARCHAR'`)
  const all = [
    quoteText(path),
    'strict_mode = true',
    'max_line_size = 1048576',
    "compression = 'none'",
    ...options,
    ...(types.length > 0 ? [`types = {${types}}`] : []),
  ]
  return `read_csv(${all})`
}

type Reading = {
  readonly options: readonly string[]
  readonly texts: readonly string[]
  readonly isLong: boolean
}

/** A later value that does not fit its column makes the column text; a later row of another form, another reader. */
function readerWith(table: DelimitedTable, { options, texts, isLong }: Reading): TableReader {
  const { name, path, dialect, plan, settings } = table
  const notes = [...table.notes, ...unnamedNotes(plan.names.filter((_, place) => plan.unnamed.has(place)))]
  const readAs = (columns: readonly string[]) => readCsv({ path, options }, columns)
  return {
    name,
    notes,
    ...(settings && { settings }),
    from: readAs(texts),
    separator: dialect.separator,
    columnNotes: new Map(texts.map((column) => [column, CODES])),
    ...(isLong && { asText: (columns: readonly string[]) => readAs([...texts, ...columns]) }),
    widened: async (error) => {
      const column = /Error when converting column "(.*)"\. Could not convert/.exec(String(error))?.[1]
      if (column !== undefined && !texts.includes(column))
        return readerWith(table, { options, texts: [...texts, column], isLong })
      return /CSV Error|quote|line|columns/i.test(String(error)) ? tidyReader(table) : null
    },
  }
}

const CODES = {
  kind: 'kept_as_text',
  note: 'Values begin with 0 or +, as codes and telephone numbers do. Kept as text.',
  isFinal: true,
} as const
