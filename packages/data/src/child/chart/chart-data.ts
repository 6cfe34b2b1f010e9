import type { JsonObject, ResultColumn } from '@parley/domain'
import { isJsonObject, parseJson } from '../../json.ts'
import { isDeeperThan } from '../../sandbox/frames.ts'
import type { ChartRowsInput } from '../../sandbox/tasks.ts'
import { chartError } from './chart-error.ts'

/** One result that a chart draws. */
export type ChartData = {
  /** What `data.name` in the spec calls it; null where it is the only one. */
  readonly name: string | null
  /** With the types that the engine declared; empty for rows from the model. */
  readonly columns: readonly ResultColumn[]
  /** Whether the order of the rows means something. */
  readonly isOrdered: boolean
  readonly rows: readonly JsonObject[]
  /** The names of its columns. */
  readonly names: ReadonlySet<string>
}

const MAX_ROW_DEPTH = 32

/** Reads the rows of every result from the attachment. Throws a sentence for text that holds no rows. */
export function readChartData(results: readonly ChartRowsInput[], attachment: Uint8Array): ChartData[] {
  let start = 0
  return results.map(({ byteLength, ...result }) => {
    const rows = readRows(attachment.subarray(start, start + byteLength), result.name)
    start += byteLength
    const names = new Set(
      result.columns.length > 0 ? result.columns.map(({ name }) => name) : rows.flatMap(Object.keys),
    )
    return { ...result, rows, names }
  })
}

function readRows(text: Uint8Array, name: string | null): JsonObject[] {
  const place = name === null ? 'sql_results' : `"${name}" in sql_results`
  if (isDeeperThan(text, MAX_ROW_DEPTH)) throw chartError(`The rows of ${place} are nested too deep.`)
  const rows = parseJson(new TextDecoder().decode(text))
  if (!Array.isArray(rows) || !rows.every(isJsonObject)) {
    throw chartError(
      `${place} must be the step number of an execute_sql call or a JSON array of row objects.`,
    )
  }
  if (rows.length > 0) return rows
  throw chartError(
    name === null
      ? 'There are no rows to draw; change the query so that it returns some.'
      : `The result "${name}" has no rows to draw; change its query, or leave it out.`,
  )
}
