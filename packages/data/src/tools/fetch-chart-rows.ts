import type { JsonObject } from '@parley/domain'
import { fetchAggregates } from '../aggregates/fetch-aggregates.ts'
import { keptColumns } from '../child/chart/kept-columns.ts'
import { runStatement } from '../sql/run-statement.ts'
import { STATEMENT_LIMITS } from '../sql/statement-limits.ts'
import type { ChartResultRows } from './chart-results.ts'
import type { RunData } from './run-data.ts'

type Drawing = { readonly spec: JsonObject; readonly signal: AbortSignal }

/** The rows of a result that a chart draws, and the spec that draws them. */
type FetchedRows = { readonly result: ChartResultRows; readonly spec: JsonObject }

/**
 * Returns the rows of a result with the columns that a chart needs. A result that was kept only in part is aggregated,
 * where the chart only aggregates and the rows are too many. Otherwise it is read again, because its other columns took
 * the room. Returns a sentence where the result is still too large, or its statement fails now.
 */
export async function fetchChartRows(
  run: RunData,
  result: ChartResultRows,
  { spec, signal }: Drawing,
): Promise<FetchedRows | string> {
  const { cut, columns, name } = result
  if (cut === undefined) return { result, spec }
  const aggregated = await aggregate(run, result, { spec, signal })
  if (aggregated !== null) return aggregated
  const names = columns.map((column) => column.name)
  const kept = { ...STATEMENT_LIMITS.kept, columns: [...keptColumns(spec, new Set(names))] }
  const outcome = await runStatement(cut.sql, { ...run, limits: { ...limitsOf(run), kept }, signal })
  if (!outcome.ok) return outcome.message
  const { rowCount, keptRows } = outcome.result
  if (rowCount === keptRows) return { result: { ...result, rowsText: outcome.bytes }, spec }
  const place = name === null ? 'The result' : `The result "${name}"`
  const count = rowCount === null ? 'more' : rowCount.toLocaleString('en')
  return `${place} has ${count} rows, and a chart takes at most ${kept.rows.toLocaleString('en')}; aggregate it in SQL, for example with GROUP BY, or sample it.`
}

/** The aggregates of the only result of a chart where its rows are too many; null where they must be drawn. */
async function aggregate(
  run: RunData,
  result: ChartResultRows,
  { spec, signal }: Drawing,
): Promise<FetchedRows | null> {
  const { cut, columns, isOrdered, name } = result
  if (cut === undefined || name !== null) return null
  if (cut.rowCount !== null && cut.rowCount <= STATEMENT_LIMITS.kept.rows) return null
  const context = { ...run, limits: limitsOf(run), signal }
  const aggregated = await fetchAggregates({ sql: cut.sql, columns, isOrdered }, { spec, context })
  if (aggregated === null) return null
  const { spec: drawn, ...rows } = aggregated
  return { result: { ...result, ...rows, isOrdered: false }, spec: drawn }
}

function limitsOf({ sqlTimeoutMs }: RunData): typeof STATEMENT_LIMITS {
  return { ...STATEMENT_LIMITS, timeoutMs: sqlTimeoutMs ?? STATEMENT_LIMITS.timeoutMs }
}
