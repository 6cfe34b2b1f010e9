import { stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { MAX_COLUMNS } from './column-plan.ts'
import { hasLongNumbers } from './exact-numbers.ts'
import { quoteName, quoteText } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'
import { asUtf8Text, withPlainLineEnds } from './utf8-text.ts'

const SEPARATORS = [',', ';', '\t', '|']

/** Types are judged by every value of a file up to this size, by the first rows of a larger one. */
const FULL_SAMPLE_BYTES = 64 * 1024 * 1024
const SAMPLED_ROWS = 100_000

/** A CSV or TSV file as a table to read; throws DuckDB's error with the line where records differ in length. */
export async function readerOfDelimited(
  connection: DuckDBConnection,
  { format, inputFile, tableName }: ConvertInput,
): Promise<TableReader> {
  const { path, head } = await asUtf8Text(inputFile)
  const text = { path, head, isTsv: format === 'tsv', name: tableName }
  try {
    return await readerOfText(connection, text)
  } catch (error) {
    // The engine expects every line to end as the first one does, and fails in many ways otherwise.
    const isMixed = new Set(head.match(/\r\n|\r|\n/g)).size > 1 || /invalid state/.test(String(error))
    if (!isMixed) throw error
    return readerOfText(connection, { ...text, path: await withPlainLineEnds(path) })
  }
}

type Text = { readonly path: string; readonly head: string; readonly isTsv: boolean; readonly name: string }

async function readerOfText(
  connection: DuckDBConnection,
  { path, head, isTsv, name }: Text,
): Promise<TableReader> {
  // Spreadsheet programs may write the separator into the first line: sep=;
  const declared = /^sep=([,;|\t])\r?\n/i.exec(head)
  const skip = declared ? 1 : 0
  const [firstLine = ''] = head.slice(declared?.[0].length ?? 0).split(/\r?\n/, 1)
  const separator = declared?.[1] ?? (isTsv && firstLine.includes('\t') ? '\t' : separatorOf(firstLine))
  const width = separator === null ? 1 : widthOf(firstLine, separator)
  if (width > MAX_COLUMNS) throw tooManyColumns()
  const { size } = await stat(path)
  const options = [
    `sample_size = ${size <= FULL_SAMPLE_BYTES ? -1 : SAMPLED_ROWS}`,
    // Without a separator in the first line the engine searches for the table below it. With one, it must not skip
    // lines: by default it takes records of another length for a preamble.
    ...(separator === null ? [] : [`delim = ${quoteText(separator)}`, `skip = ${skip}`, "comment = ''"]),
    // By default the engine takes a quote that is never closed for a file without quotes. Tabs need no quotes.
    ...(separator === null || separator === '\t' ? [] : [`quote = ${quoteText(quoteOf(head, separator))}`]),
  ]
  let guessed: readonly string[]
  try {
    guessed = await guessedDates(connection, { path, options })
  } catch (error) {
    if (separator !== null) await throwWhereItBreaks(connection, { path, separator, width, skip })
    throw error
  }
  const isLong = await hasLongNumbers(path)
  const header = guessed.length > 0 ? [`header = ${await hasHeader(connection, { path, options })}`] : []
  return readerWith(path, {
    name,
    options: [...options, ...header],
    texts: guessed,
    isLong,
    separator: separator ?? ',',
  })
}

type Delimited = {
  readonly name: string
  readonly options: readonly string[]
  readonly texts: readonly string[]
  readonly separator: string
  /** Whether a number in it may have more digits than a double. */
  readonly isLong: boolean
}

/** A later value that does not fit the type of its column makes the column text, and the file is read again. */
function readerWith(path: string, { name, options, texts, isLong, separator }: Delimited): TableReader {
  const readAs = (columns: readonly string[]) => {
    const types = columns.map((column) => `${quoteText(column)}: 'VARCHAR'`)
    return readCsv(path, [...options, ...(types.length > 0 ? [`types = {${types}}`] : [])])
  }
  return {
    name,
    from: readAs(texts),
    separator,
    settings: { separator },
    ...(isLong && { asText: (columns: readonly string[]) => readAs([...texts, ...columns]) }),
    widened: (error) => {
      const column = /Error when converting column "(.*)"\. Could not convert/.exec(String(error))?.[1]
      if (column === undefined || texts.includes(column)) return null
      return readerWith(path, { name, options, texts: [...texts, column], isLong, separator })
    },
  }
}

type Sniffed = { readonly path: string; readonly options: readonly string[] }

/**
 * Returns the columns that the engine wrongly reads as dates: it prefers one order of day and month, and
 * reads 11/6/18 as a day of the year 11. Dates that begin with a year of four digits are excluded.
 */
async function guessedDates(connection: DuckDBConnection, { path, options }: Sniffed): Promise<string[]> {
  const from = readCsv(path, options)
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
  const names = described
    .getRowObjectsJson()
    .filter(({ column_type }) => /^(DATE|TIMESTAMP)/.test(String(column_type)))
    .map(({ column_name }) => String(column_name))
  if (names.length === 0) return []
  const [formats = []] =
    (await sniff(connection, { path, options, columns: 'DateFormat, TimestampFormat' })) ?? []
  if (formats.some((format) => format !== null && format !== '' && !String(format).startsWith('%Y')))
    return names
  const oldest = names.map((name) => `min(year(${quoteName(name)}))`)
  const years = await connection.runAndReadAll(
    `SELECT ${oldest} FROM (SELECT * FROM ${from} LIMIT ${PROBED_ROWS})`,
  )
  return names.filter((_, index) => Number(years.getRowsJson()[0]?.[index] ?? 0) < FIRST_YEAR)
}

const PROBED_ROWS = 10_000
/** Earlier years come from texts with one to three digits, which the engine accepts as years. */
const FIRST_YEAR = 1000

/** Decided while the dates are dates, because a header is found by how it differs from the values. */
async function hasHeader(connection: DuckDBConnection, sniffed: Sniffed): Promise<boolean> {
  const [row] = await sniff(connection, { ...sniffed, columns: 'HasHeader' })
  return row?.[0] === true
}

async function sniff(
  connection: DuckDBConnection,
  { path, options, columns }: Sniffed & { readonly columns: string },
): Promise<unknown[][]> {
  const always = ['strict_mode = true', 'max_line_size = 1048576']
  const sniffed = `sniff_csv(${[quoteText(path), ...always, ...options]})`
  return (await connection.runAndReadAll(`SELECT ${columns} FROM ${sniffed}`)).getRowsJson()
}

function tooManyColumns(): TaskError {
  return new TaskError(
    'invalid',
    `The first line has more than ${MAX_COLUMNS} columns; at most so many are read.`,
  )
}

function readCsv(path: string, options: readonly string[]): string {
  const always = ['strict_mode = true', 'max_line_size = 1048576', "compression = 'none'"]
  return `read_csv(${[quoteText(path), ...always, ...options]})`
}

/** The separator that occurs most often in the first line, outside quotes; null when there is none. */
function separatorOf(firstLine: string): string | null {
  const counts = SEPARATORS.map((separator) => ({ separator, width: widthOf(firstLine, separator) }))
  const best = counts.reduce((a, b) => (b.width > a.width ? b : a))
  return best.width > 1 ? best.separator : null
}

/** Single quotes where a value is enclosed in them and the text has no double quote. */
function quoteOf(head: string, separator: string): string {
  const edge = separator === '|' ? '\\|' : separator
  const isSingle = new RegExp(`(^|${edge})'[^'\\r\\n]*'(${edge}|\\r?$)`, 'm').test(head)
  return isSingle && !head.includes('"') ? "'" : '"'
}

function widthOf(line: string, separator: string): number {
  return line.replace(/"[^"]*"/g, '').split(separator).length
}

/**
 * Finds the line with the error. Detection does not name it, but reading with the columns of the first line
 * does.
 */
async function throwWhereItBreaks(
  connection: DuckDBConnection,
  { path, separator, width, skip }: { path: string; separator: string; width: number; skip: number },
): Promise<void> {
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`)
  const from = readCsv(path, [
    'auto_detect = false',
    'header = true',
    `skip = ${skip}`,
    `delim = ${quoteText(separator)}`,
    `quote = '"'`,
    `escape = '"'`,
    `columns = {${columns}}`,
  ])
  await connection.run(`SELECT count(*) FROM ${from}`)
}
