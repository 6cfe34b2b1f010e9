import type { DuckDBConnection } from '@duckdb/node-api'
import type { JsonObject } from '@parley/agent'
import { isJsonObject, parseJson } from '../json.ts'
import type { StatementEstimate } from '../sandbox/tasks.ts'
import { toEstimate } from '../sql/statement-estimate.ts'
import { list, nodesOf, text } from './syntax-tree.ts'

/** Operators without inputs that read no table. */
const NO_TABLES = /^(DUMMY|CTE|REC_CTE|DELIM|COLUMN_DATA|EXPRESSION)_SCAN$|^EMPTY_RESULT$/

/**
 * What DuckDB expects of a SELECT that has passed the gate, before it runs it; empty where it does not say. A scan counts
 * by the rows that come out of it, after the filters that were pushed into it.
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
    // One scan that the engine knows nothing about makes the sum worthless.
    ...(known.length > 0 && known.length === scans.length && { rowsRead: known.reduce((a, b) => a + b) }),
    resultRows: cardinalityOf(root),
  })
}

function isScan({ name, children }: JsonObject): boolean {
  return Array.isArray(children) && children.length === 0 && !NO_TABLES.test(text(name).trim())
}

/** NaN where the engine does not say. */
function cardinalityOf({ extra_info: info }: JsonObject): number {
  const told = isJsonObject(info) ? text(info['Estimated Cardinality']) : ''
  return told === '' ? Number.NaN : Number(told)
}
