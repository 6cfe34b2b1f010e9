import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from './open-duckdb.ts'

/** Ways to write a date that mean one thing only: the year has four digits, and it stands first or the month is a word. */
const FORMATS = [
  '%b %d %Y',
  '%b %d, %Y',
  '%B %d, %Y',
  '%d %b %Y',
  '%d-%b-%Y',
  '%d %B %Y',
  '%Y/%m/%d',
  '%Y/%m/%d %H:%M',
  '%Y/%m/%d %H:%M:%S',
]
const SAMPLED_ROWS = 2000

/**
 * Finds the text columns in which every value is a date written in one of the formats, and how to read them as
 * dates. Keys of the result are the given expressions.
 */
export async function textDates(
  connection: DuckDBConnection,
  { from, texts }: { from: string; texts: readonly string[] },
): Promise<Map<string, { expression: string; note: string }>> {
  const dates = new Map<string, { expression: string; note: string }>()
  for (const text of texts) {
    const sample = `(SELECT ${text} AS value FROM ${from} LIMIT ${SAMPLED_ROWS})`
    const format = await formatOfAll(connection, { values: sample, formats: FORMATS })
    if (format === null) continue
    // The sample only pointed to the format; one other value anywhere and the column stays text.
    const all = `(SELECT ${text} AS value FROM ${from})`
    if ((await formatOfAll(connection, { values: all, formats: [format] })) === null) continue
    const type = format.includes('%H') ? 'TIMESTAMP' : 'DATE'
    const expression = `CAST(strptime(${text}, ${quoteText(format)}) AS ${type})`
    dates.set(text, { expression, note: 'Text in the file, read as a date.' })
  }
  return dates
}

async function formatOfAll(
  connection: DuckDBConnection,
  { values, formats }: { values: string; formats: readonly string[] },
): Promise<string | null> {
  const parsed = formats.map((format) => `count(try_strptime(value, ${quoteText(format)}))`)
  const counted = await connection.runAndReadAll(`SELECT count(value), ${parsed} FROM ${values}`)
  const [total, ...counts] = (counted.getRowsJson()[0] ?? []).map(Number)
  if (!total) return null
  return formats.find((_, index) => counts[index] === total) ?? null
}
