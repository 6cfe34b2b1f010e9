import type { JsonValue } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import type { ChartResultRows } from './chart-results.ts'
import type { RunData } from './run-data.ts'

/** The most rows of a chart, and of the run's results, that are compared. */
const MOST_WRITTEN = 1000
const MOST_STORED = 20_000

/**
 * Says how many rows of a chart that the model wrote itself are in no result of the run; null where all of them are,
 * and where nothing was queried. A row is in a result when one row of the result has all its values, under any column
 * names.
 */
export function noteWrittenRows({ results }: RunData, drawn: readonly ChartResultRows[]): string | null {
  const written = drawn.filter(({ isWritten }) => isWritten).flatMap(({ rowsText }) => rowsOf(rowsText))
  if (!results || results.size === 0 || written.length === 0) return null
  const stored = [...results.values()].flatMap(({ rowsText }) => rowsOf(rowsText)).slice(0, MOST_STORED)
  const places = new Map<string, number[]>()
  for (const [index, row] of stored.entries())
    for (const value of row) {
      const known = places.get(value)
      if (known) known.push(index)
      else places.set(value, [index])
    }
  const compared = written.slice(0, MOST_WRITTEN)
  const unknown = compared.filter((row) => {
    const candidates = [...row].map((value) => places.get(value) ?? [])
    const fewest = candidates.toSorted((a, b) => a.length - b.length)[0] ?? []
    return !fewest.some((index) => [...row].every((value) => stored[index]?.has(value)))
  }).length
  if (unknown === 0) return null
  const found = `${whatIsFound(compared.length, unknown)} of this run`
  return `${found}. Send the step number of the execute_sql call as sql_results.`
}

function whatIsFound(rows: number, unknown: number): string {
  if (rows === 1) return 'The model wrote the row of this chart; it is in no result'
  if (unknown === rows) return `The model wrote all ${rows} rows of this chart; they are in no result`
  const known = rows - unknown
  return `The model wrote the rows of this chart. Only ${known} of the ${rows} ${known === 1 ? 'is' : 'are'} in a result`
}

function rowsOf(text: Uint8Array): ReadonlySet<string>[] {
  const rows = parseJson(Buffer.from(text).toString())
  if (!Array.isArray(rows)) return []
  return rows.filter(isJsonObject).map((row) => new Set(Object.values(row).map(canonical)))
}

/** One spelling for a number that stands as text and for the number. */
function canonical(value: JsonValue): string {
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return String(Number(value))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
