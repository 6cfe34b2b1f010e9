import type { JsonObject, ResultColumn } from '@parley/domain'
import { planStatement } from '../sql/plan-statement.ts'
import { runStatement, type StatementContext, type StatementOutcome } from '../sql/run-statement.ts'
import type { AggregatePlan, RowFacts } from './aggregate-plan.ts'
import { planAggregates } from './plan-aggregates.ts'
import { writeAggregates, writeFacts } from './write-aggregates.ts'

/** A statement whose rows are too many to draw. */
type LongResult = {
  readonly sql: string
  readonly columns: readonly ResultColumn[]
  readonly isOrdered: boolean
}

/** The aggregates of a result's rows, and the spec that draws the same chart from them. */
export type AggregatedRows = {
  readonly spec: JsonObject
  readonly columns: readonly ResultColumn[]
  /** The JSON text of the rows. */
  readonly rowsText: Uint8Array
}

/**
 * Computes in DuckDB what a chart aggregates. Null where the chart must see the rows, where a database holds the rows,
 * and where there are also too many groups.
 */
export async function fetchAggregates(
  { sql, columns, isOrdered }: LongResult,
  { spec, context }: { readonly spec: JsonObject; readonly context: StatementContext },
): Promise<AggregatedRows | null> {
  const plan = planAggregates(spec, { columns, isOrdered })
  if (plan === null || !runsInDuckDb(sql, context)) return null
  const statement = { sql, columns }
  const facts = readFacts(plan, await runStatement(writeFacts(plan, statement), context))
  if (facts === null) return null
  const outcome = await runStatement(writeAggregates(plan, facts, statement), context)
  if (!outcome.ok || outcome.result.rowCount !== outcome.result.keptRows) return null
  return { spec: plan.rewrite(facts), columns: outcome.result.columns, rowsText: outcome.bytes }
}

function runsInDuckDb(sql: string, { sources }: StatementContext): boolean {
  const plan = planStatement(sql, sources)
  if (plan.kind === 'refused') return false
  const connection = plan.kind === 'native' ? plan.source.connection : undefined
  return connection === undefined || connection.kind === 'http_api'
}

function readFacts(plan: AggregatePlan, outcome: StatementOutcome): RowFacts | null {
  const [row] = outcome.ok ? outcome.result.rows : []
  // JSON holds infinities and NaN as text, which Vega does not aggregate as numbers.
  if (row === undefined || Number(row.unfit) > 0) return null
  const extents = new Map<string, readonly [number, number]>()
  for (const [index, { column, by }] of plan.keys.entries()) {
    if (by.kind !== 'bin') continue
    const [least, most] = [row[`least_${index}`], row[`most_${index}`]]
    if (typeof least !== 'number' || typeof most !== 'number') return null
    extents.set(column, [least, most])
  }
  const grouped = [...plan.ordered].filter((_, index) => row[`grouped_${index}`] === true)
  return { extents, grouped: new Set(grouped) }
}
