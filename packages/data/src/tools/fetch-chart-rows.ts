import type { JsonObject } from '@parley/domain'
import { keptColumns } from '../child/chart/kept-columns.ts'
import { runStatement } from '../sql/run-statement.ts'
import { STATEMENT_LIMITS } from '../sql/statement-limits.ts'
import type { ChartResultRows } from './chart-results.ts'
import type { RunData } from './run-data.ts'

/**
 * The rows of a result in the columns that a chart needs. A result of which only a part was kept is read again, because
 * its other columns took the room. A sentence where it is still too large, or where its statement fails now.
 */
export async function fetchChartRows(
  run: RunData,
  result: ChartResultRows,
  { spec, signal }: { readonly spec: JsonObject; readonly signal: AbortSignal },
): Promise<ChartResultRows | string> {
  const { cutSql, columns, name } = result
  if (cutSql === undefined) return result
  const names = columns.map((column) => column.name)
  const kept = { ...STATEMENT_LIMITS.kept, columns: [...keptColumns(spec, new Set(names))] }
  const limits = { ...STATEMENT_LIMITS, timeoutMs: run.sqlTimeoutMs ?? STATEMENT_LIMITS.timeoutMs, kept }
  const outcome = await runStatement(cutSql, { ...run, limits, signal })
  if (!outcome.ok) return outcome.message
  const { rowCount, keptRows } = outcome.result
  if (rowCount === keptRows) return { ...result, rowsText: outcome.bytes }
  const place = name === null ? 'The result' : `The result "${name}"`
  const count = rowCount === null ? 'more' : rowCount.toLocaleString('en')
  return `${place} has ${count} rows, and a chart takes at most ${kept.rows.toLocaleString('en')}; aggregate it in SQL, for example with GROUP BY, or sample it.`
}
