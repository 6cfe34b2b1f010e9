import type { DuckDBConnection } from '@duckdb/node-api'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { MAX_COLUMNS } from './column-plan.ts'
import { quoteText } from './open-duckdb.ts'
import { TaskError } from './task-error.ts'
import { asUtf8Text } from './utf8-text.ts'

const SEPARATORS = [',', ';', '\t', '|']

/** A CSV or TSV file as a FROM clause; throws DuckDB's error with the line where records differ in length. */
export async function readerOfDelimited(
  connection: DuckDBConnection,
  { format, inputFile }: ConvertInput,
): Promise<string> {
  const { path, head } = await asUtf8Text(inputFile)
  const [firstLine = ''] = head.split(/\r?\n/, 1)
  const separator = format === 'tsv' ? '\t' : separatorOf(firstLine)
  const width = separator === null ? 1 : widthOf(firstLine, separator)
  if (width > MAX_COLUMNS) {
    throw new TaskError(
      'invalid',
      `The first line has more than ${MAX_COLUMNS} columns; at most so many are read.`,
    )
  }
  const from = readCsv(path, [
    'sample_size = -1',
    // Without a separator in the first line the engine looks for the table below it. With one, it may skip nothing:
    // left to itself it takes records that do not fit for a preamble.
    ...(separator === null ? [] : [`delim = ${quoteText(separator)}`, 'skip = 0', "comment = ''"]),
  ])
  try {
    await connection.run(`DESCRIBE SELECT * FROM ${from}`)
  } catch (error) {
    if (separator !== null) await throwWhereItBreaks(connection, { path, separator, width })
    throw error
  }
  return from
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

function widthOf(line: string, separator: string): number {
  return line.replace(/"[^"]*"/g, '').split(separator).length
}

/** Detection fails without naming a line; reading with as many text columns as the first line has names it. */
async function throwWhereItBreaks(
  connection: DuckDBConnection,
  { path, separator, width }: { path: string; separator: string; width: number },
): Promise<void> {
  const columns = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`)
  const from = readCsv(path, [
    'auto_detect = false',
    'header = true',
    `delim = ${quoteText(separator)}`,
    `quote = '"'`,
    `escape = '"'`,
    `columns = {${columns}}`,
  ])
  await connection.run(`SELECT count(*) FROM ${from}`)
}
