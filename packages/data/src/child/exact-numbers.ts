import { createReadStream } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'

/** Digits that represent every double exactly; a number with more digits must be read as a decimal. */
const DIGITS_OF_DOUBLE = 17
const DIGITS_OF_DECIMAL = 38
const PLAIN_NUMBER = '[+-]?[0-9]+([.][0-9]+)?'
/** One statement looks at this many columns, so that wide tables stay within memory. */
const COLUMNS_AT_ONCE = 50
/** Fewer where several aggregates are taken of each. */
const LONG_COLUMNS_AT_ONCE = 10

/** A way to read a table, and the columns in it that are text to be read as numbers of a type, by header. */
export type ExactTable = { readonly from: string; readonly types: ReadonlyMap<string, string> }

/**
 * DuckDB takes numbers with many digits for doubles, which rounds amounts and identifiers. Columns in which one would be
 * rounded become decimals, or stay text where no decimal holds them.
 */
export async function keepDigits(connection: DuckDBConnection, reader: TableReader): Promise<ExactTable> {
  const plain = { from: reader.from, types: new Map<string, string>() }
  if (!reader.asText) return plain
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${reader.from}`)
  const doubles = described
    .getRowObjectsJson()
    .filter(({ column_type }) => column_type === 'DOUBLE')
    .map(({ column_name }) => String(column_name))
  const types = new Map<string, string>()
  for (let start = 0; start < doubles.length; start += COLUMNS_AT_ONCE) {
    const part = doubles.slice(start, start + COLUMNS_AT_ONCE)
    const long = await longColumns(connection, { part, from: reader.asText(part) })
    for (let at = 0; at < long.length; at += LONG_COLUMNS_AT_ONCE) {
      const few = long.slice(at, at + LONG_COLUMNS_AT_ONCE)
      const exact = await exactTypes(connection, { part: few, from: reader.asText(few) })
      for (const [column, type] of exact) types.set(column, type)
    }
  }
  return types.size === 0 ? plain : { from: reader.asText([...types.keys()]), types }
}

/** A number with more digits than a double has, leading zeros not counted. */
export const LONG_NUMBER = `[+-]?[0.]*[1-9]([.]?[0-9]){${DIGITS_OF_DOUBLE},}`

/** The columns in which some number has more digits than a double; printed doubles do not count. */
async function longColumns(
  connection: DuckDBConnection,
  { part, from }: { part: readonly string[]; from: string },
): Promise<string[]> {
  const counts = part.map(
    (column) => `count_if(regexp_full_match(trim(${quoteName(column)}), '${LONG_NUMBER}'))`,
  )
  const counted = await connection.runAndReadAll(`SELECT ${counts} FROM ${from}`)
  const rows = counted.getRowsJson()[0] ?? []
  return part.filter((_, index) => Number(rows[index]) > 0)
}

/** Returns types for the text columns that a double would round: a decimal, or text where no decimal is long enough. */
export async function exactTypes(
  connection: DuckDBConnection,
  { part, from }: { part: readonly string[]; from: string },
): Promise<Map<string, string>> {
  const counted = await connection.runAndReadAll(`SELECT ${part.map(digitsOf)} FROM ${from}`)
  const rows = counted.getRowsJson()[0] ?? []
  const types = new Map<string, string>()
  for (const [index, column] of part.entries()) {
    const [digits = 0, whole = 0, fraction = 0, others = 0] = listOf(rows[index]).map(Number)
    if (digits <= DIGITS_OF_DOUBLE) continue
    const isDecimal = others === 0 && whole + fraction <= DIGITS_OF_DECIMAL
    types.set(column, isDecimal ? `DECIMAL(${DIGITS_OF_DECIMAL}, ${fraction})` : 'VARCHAR')
  }
  return types
}

/**
 * SQL for the largest number of significant digits, of digits before the point and of digits behind it, and for the
 * number of values that are not plain numbers.
 */
function digitsOf(column: string): string {
  const text = `trim(${quoteName(column)})`
  const isPlain = `regexp_full_match(${text}, '${PLAIN_NUMBER}')`
  const longest = (value: string) => `coalesce(max(CASE WHEN ${isPlain} THEN length(${value}) END), 0)`
  const whole = `ltrim(split_part(${text}, '.', 1), '+-0')`
  return `[${longest(`ltrim(replace(${text}, '.', ''), '+-0')`)}, ${longest(whole)}, ${longest(`split_part(${text}, '.', 2)`)},
    count(${quoteName(column)}) - count_if(${isPlain})]`
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

const PIECE_BYTES = 1024 * 1024
const LONG_RUN = DIGITS_OF_DOUBLE + 1

/** Whether a file may hold a number with more digits than a double has: a long run of digits and points. */
export async function hasLongNumbers(path: string): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const piece = Buffer.concat([tail, chunk])
    if (hasLongRun(piece)) return true
    tail = piece.subarray(-LONG_RUN)
  }
  return false
}

/** A long run covers at least one byte of every LONG_RUN bytes, so only those bytes are looked at. */
function hasLongRun(piece: Buffer): boolean {
  for (let at = LONG_RUN - 1; at < piece.length; at += LONG_RUN) {
    if (!isOfNumber(piece[at])) continue
    let start = at
    while (start > 0 && isOfNumber(piece[start - 1])) start--
    let end = at + 1
    while (end < piece.length && isOfNumber(piece[end])) end++
    if (end - start >= LONG_RUN) return true
  }
  return false
}

/** 0 to 9, and the point. */
function isOfNumber(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e)
}
