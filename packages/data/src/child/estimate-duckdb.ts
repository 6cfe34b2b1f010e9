import type { DuckDBConnection } from '@duckdb/node-api'
import type { JsonObject } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import type { StatementEstimate } from '../result/query-result.ts'
import { toEstimate } from '../result/statement-estimate.ts'
import { list, nodesOf, text } from './syntax-tree.ts'

/** Operators without inputs that read no table. */
const NO_TABLES = /^(DUMMY|CTE|REC_CTE|DELIM|COLUMN_DATA|EXPRESSION)_SCAN$|^EMPTY_RESULT$/

/**
 * Returns DuckDB's estimate of a checked SELECT before it runs; {} without one. A scan counts with its output
 * rows, after the filters that were pushed into it.
 */
export async function estimateDuckDb(
  connection: DuckDBConnection,
  sql: string,
): Promise<{ readonly estimate?: StatementEstimate }> {
  const read = await connection.runAndReadAll(`EXPLAIN (FORMAT JSON) ${sql}`).catch(() => null)
  const plan = list(parseJson(text(read?.getRowsJson()[0]?.[1])))
  const [root] = plan
  if (!isJsonObject(root)) return {}
  const scans = nodesOf(plan, (node) => isScan(node)).map(cardinalityOf)
  const known = scans.filter((rows) => !Number.isNaN(rows))
  return toEstimate({
    // One scan without an estimate makes the sum meaningless.
    ...(known.length > 0 && known.length === scans.length && { rowsRead: known.reduce((a, b) => a + b) }),
    resultRows: cardinalityOf(root),
  })
}

function isScan({ name, children }: JsonObject): boolean {
  return Array.isArray(children) && children.length === 0 && !NO_TABLES.test(text(name).trim())
}

/** NaN without an estimate of the engine. */
function cardinalityOf({ extra_info: info }: JsonObject): number {
  const cardinality = isJsonObject(info) ? text(info['Estimated Cardinality']) : ''
  return cardinality === '' ? Number.NaN : Number(cardinality)
}
