import { stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { MAX_COLUMNS } from './column-plan.ts'
import { hasLongNumbers } from './exact-numbers.ts'
import { quoteText } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'
import { asUtf8Text, withPlainLineEnds } from './utf8-text.ts'

const SEPARATORS = [',', ';', '\t', '|']

/** Types are found by looking at every value of a file up to this size, at the first rows of a larger one. */
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
    // The engine takes the first line's end for that of all, and says so in many ways.
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
  // Spreadsheets write their separator into a line of its own.
  const told = /^sep=([,;|\t])\r?\n/i.exec(head)
  const skip = told ? 1 : 0
  const [firstLine = ''] = head.slice(told?.[0].length ?? 0).split(/\r?\n/, 1)
  const separator = told?.[1] ?? (isTsv && firstLine.includes('\t') ? '\t' : separatorOf(firstLine))
  const width = separator === null ? 1 : widthOf(firstLine, separator)
  if (width > MAX_COLUMNS) throw tooManyColumns()
  const { size } = await stat(path)
  const options = [
    `sample_size = ${size <= FULL_SAMPLE_BYTES ? -1 : SAMPLED_ROWS}`,
    // Without a separator in the first line the engine looks for the table below it. With one, it may skip nothing:
    // left to itself it takes records that do not fit for a preamble.
    ...(separator === null ? [] : [`delim = ${quoteText(separator)}`, `skip = ${skip}`, "comment = ''"]),
    // Left to itself it takes a quote that is never closed for a sign that nothing is quoted. Tabs need no quotes.
    ...(separator === null || separator === '\t' ? [] : [`quote = ${quoteText(quoteOf(head, separator))}`]),
  ]
  try {
    await connection.run(`DESCRIBE SELECT * FROM ${readCsv(path, options)}`)
  } catch (error) {
    if (separator !== null) await throwWhereItBreaks(connection, { path, separator, width, skip })
    throw error
  }
  return readerWith(path, { name, options, texts: [], isLong: await hasLongNumbers(path) })
}

type Delimited = {
  readonly name: string
  readonly options: readonly string[]
  readonly texts: readonly string[]
  /** Whether a number in it may have more digits than a double. */
  readonly isLong: boolean
}

/** A value far down that does not fit its column's type makes the column text, and the file is read again. */
function readerWith(path: string, { name, options, texts, isLong }: Delimited): TableReader {
  const readAs = (columns: readonly string[]) => {
    const types = columns.map((column) => `${quoteText(column)}: 'VARCHAR'`)
    return readCsv(path, [...options, ...(types.length > 0 ? [`types = {${types}}`] : [])])
  }
  return {
    name,
    from: readAs(texts),
    ...(isLong && { asText: (columns: readonly string[]) => readAs([...texts, ...columns]) }),
    widened: (error) => {
      const column = /Error when converting column "(.*)"\. Could not convert/.exec(String(error))?.[1]
      if (column === undefined || texts.includes(column)) return null
      return readerWith(path, { name, options, texts: [...texts, column], isLong })
    },
  }
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

/** The separator that occurs most in the first line, outside quotes; null when none does. */
function separatorOf(firstLine: string): string | null {
  const counts = SEPARATORS.map((separator) => ({ separator, width: widthOf(firstLine, separator) }))
  const best = counts.reduce((a, b) => (b.width > a.width ? b : a))
  return best.width > 1 ? best.separator : null
}

/** Single quotes where a value stands in them and no double quote is to be seen. */
function quoteOf(head: string, separator: string): string {
  const edge = separator === '|' ? '\\|' : separator
  const isSingle = new RegExp(`(^|${edge})'[^'\\r\\n]*'(${edge}|\\r?$)`, 'm').test(head)
  return isSingle && !head.includes('"') ? "'" : '"'
}

function widthOf(line: string, separator: string): number {
  return line.replace(/"[^"]*"/g, '').split(separator).length
}

/** Detection fails without naming a line; reading with as many text columns as the first line has names it. */
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
