import { createReadStream } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'

/** As many digits bring every double back; a number with more was written to be taken exactly. */
const DIGITS_OF_DOUBLE = 17
const DIGITS_OF_DECIMAL = 38
const PLAIN_NUMBER = '[+-]?[0-9]+([.][0-9]+)?'
/** One statement looks at so many columns, so that wide tables stay within memory. */
const COLUMNS_AT_ONCE = 50

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
    for (const [column, type] of await exactTypes(connection, { part, from: reader.asText(part) }))
      types.set(column, type)
  }
  return types.size === 0 ? plain : { from: reader.asText([...types.keys()]), types }
}

/** The type that holds each of some text columns whose digits a double would lose: a decimal, or text where none does. */
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

/** Most digits that count, before and behind the point, and how many values are no plain numbers. */
function digitsOf(column: string): string {
  const text = `trim(${quoteName(column)})`
  const isPlain = `regexp_full_match(${text}, '${PLAIN_NUMBER}')`
  const longest = (value: string) => `coalesce(max(length(${value})) FILTER (${isPlain}), 0)`
  const whole = `ltrim(split_part(${text}, '.', 1), '+-0')`
  return `[${longest(`ltrim(replace(${text}, '.', ''), '+-0')`)}, ${longest(whole)}, ${longest(`split_part(${text}, '.', 2)`)},
    count(${quoteName(column)}) - count(*) FILTER (${isPlain})]`
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

const PIECE_BYTES = 1024 * 1024
const LONG_RUN = DIGITS_OF_DOUBLE + 1

/** Whether a number with more digits than a double has may stand in a file: so many digits and points in a row. */
export async function hasLongNumbers(path: string): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const piece = Buffer.concat([tail, chunk])
    if (hasLongRun(piece)) return true
    tail = piece.subarray(-LONG_RUN)
  }
  return false
}

/** A run as long as that covers one of every so many bytes, and only there it is measured. */
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
