import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from './open-duckdb.ts'

/** The engine's type for integers that 64 bits may not hold. It writes them to Parquet as doubles, which rounds them. */
const WIDE = /\bU?HUGEINT\b/g
/** Holds every integer that the engine reads from a file as such: at most 38 digits. */
const EXACT = 'DECIMAL(38, 0)'
const LARGEST = '9223372036854775807'

/** Returns types that keep wide integers exact, by column: BIGINT where all values fit, else a decimal. */
export async function typesOfWideIntegers(
  connection: DuckDBConnection,
  { from, types }: { readonly from: string; readonly types: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const wide = [...types].filter(([, type]) => type.search(WIDE) >= 0)
  const exact = new Map(wide.map(([column, type]) => [column, type.replace(WIDE, EXACT)]))
  const plain = wide.flatMap(([column, type]) => (/^U?HUGEINT$/.test(type) ? [column] : []))
  if (plain.length === 0) return exact
  const fits = plain.map((column) => `max(abs(${quoteName(column)})) <= ${LARGEST}`)
  const [row = []] = (await connection.runAndReadAll(`SELECT ${fits} FROM ${from}`)).getRowsJson()
  for (const [index, column] of plain.entries()) if (row[index] === true) exact.set(column, 'BIGINT')
  return exact
}
