import type { DuckDBConnection } from '@duckdb/node-api'
import type { JsonObject } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import type { StatementEstimate } from '../result/query-result.ts'
import { toEstimate } from '../result/statement-estimate.ts'
import type { ParquetView } from '../sandbox/tasks.ts'
import { quoteName, quoteText } from './open-duckdb.ts'
import { list, nodesOf, text } from './syntax-tree.ts'

/** Operators without inputs that read no table. */
const NO_TABLES = /^(DUMMY|CTE|REC_CTE|DELIM|COLUMN_DATA|EXPRESSION)_SCAN$|^EMPTY_RESULT$/

/**
 * Returns DuckDB's estimate of a checked SELECT before it runs; {} without one. Rows read are those of the scanned tables
 * before any filter: with a filter inside a scan, the plan has only a guess of what the filter lets through.
 */
export async function estimateDuckDb(
  connection: DuckDBConnection,
  { sql, views }: { sql: string; views: readonly ParquetView[] },
): Promise<{ readonly estimate?: StatementEstimate }> {
  const plan = await explain(connection, sql)
  const [root] = plan
  if (!isJsonObject(root)) return {}
  const isFiltered = scansOf(plan).some(hasFilter)
  const scans = isFiltered ? await wholeScans(connection, { sql, views }) : scansOf(plan)
  const rows = scans.map(cardinalityOf)
  return toEstimate({
    // One scan without an estimate makes the sum meaningless.
    ...(rows.length > 0 && { rowsRead: rows.reduce((a, b) => a + b) }),
    resultRows: resultRowsOf(root),
  })
}

async function explain(connection: DuckDBConnection, sql: string): Promise<JsonObject[]> {
  const read = await connection.run(`EXPLAIN (FORMAT JSON) ${sql}`).catch(() => null)
  // One row: the kind of the plan, and the plan. Its chunk is in memory already.
  const plan = read?.getChunk(0).getColumnVector(1).getItem(0)
  return list(parseJson(typeof plan === 'string' ? plan : '')).filter(isJsonObject)
}

/** A catalog with the same views, into which no filter is pushed. Its name is no name of a source. */
const WHOLE = quoteName('whole tables')
const withWhole = new WeakSet<DuckDBConnection>()
/** Filters stay above a LIMIT. */
const ALL_ROWS = '9223372036854775807'

async function wholeScans(
  connection: DuckDBConnection,
  { sql, views }: { sql: string; views: readonly ParquetView[] },
): Promise<JsonObject[]> {
  if (!withWhole.has(connection)) await createWhole(connection, views)
  withWhole.add(connection)
  await connection.run(`USE ${WHOLE}`)
  const plan = await explain(connection, sql)
  await connection.run('USE memory')
  // Tables that were fetched from databases are the same ones as before; what was fetched is filtered already.
  return scansOf(plan)
}

async function createWhole(connection: DuckDBConnection, views: readonly ParquetView[]): Promise<void> {
  await connection.run(`ATTACH ':memory:' AS ${WHOLE}`)
  for (const schema of new Set(views.map((view) => view.schema))) {
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${WHOLE}.${quoteName(schema)}`)
  }
  for (const { schema, name, file } of views) {
    const place = `${WHOLE}.${quoteName(schema)}.${quoteName(name)}`
    await connection.run(
      `CREATE VIEW ${place} AS SELECT * FROM read_parquet(${quoteText(file)}) LIMIT ${ALL_ROWS}`,
    )
  }
}

function scansOf(plan: readonly JsonObject[]): JsonObject[] {
  return nodesOf([...plan], ({ name, children }) => {
    return Array.isArray(children) && children.length === 0 && !NO_TABLES.test(text(name).trim())
  })
}

function hasFilter({ extra_info: info }: JsonObject): boolean {
  return isJsonObject(info) && info.Filters !== undefined
}

/**
 * NaN without an estimate. Above an operator that has none, such as ORDER BY, the engine writes 0, which is read as
 * NaN.
 */
function resultRowsOf(operator: JsonObject): number {
  const rows = cardinalityOf(operator)
  const inputs = list(operator.children).filter(isJsonObject)
  return rows === 0 && inputs.some((input) => Number.isNaN(resultRowsOf(input))) ? Number.NaN : rows
}

/** NaN without an estimate of the engine. */
function cardinalityOf({ extra_info: info }: JsonObject): number {
  const cardinality = isJsonObject(info) ? text(info['Estimated Cardinality']) : ''
  return cardinality === '' ? Number.NaN : Number(cardinality)
}
