import type { Definition } from '@parley/domain'
import { AppError } from '@parley/errors'
import { planStatement } from '../sql/plan-statement.ts'
import { runStatement, type StatementContext } from '../sql/run-statement.ts'
import { STATEMENT_LIMITS } from '../sql/statement-limits.ts'
import { expandMetrics } from './expand-metrics.ts'

/** What running the SQL of a definition shows. */
type CheckedDefinition = {
  /** Names of the columns of its rows, in order. */
  readonly columns: readonly string[]
  /** The data sources that it reads. */
  readonly dataSourceIds: readonly string[]
}

/**
 * Runs the SQL of a definition over its first rows. Throws `invalid_request` with the sentence that a model would get.
 * A term without a condition has no SQL.
 */
export async function checkDefinition(
  definition: Definition,
  context: Omit<StatementContext, 'limits' | 'onRows'>,
): Promise<CheckedDefinition> {
  const written = statementOf(definition)
  if (written === null) return { columns: [], dataSourceIds: [] }
  const expanded = expandMetrics(written, [definition])
  if ('refusal' in expanded) throw new AppError('invalid_request', expanded.refusal)
  const outcome = await runStatement(expanded.sql, { ...context, limits: STATEMENT_LIMITS })
  if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
  const plan = planStatement(expanded.sql, context.sources)
  const sources = plan.kind === 'refused' ? [] : plan.mentions.map(({ source }) => source.id)
  return {
    columns: outcome.result.columns.map(({ name }) => name),
    dataSourceIds: [...new Set(sources)],
  }
}

function statementOf({ kind, name, expression, table }: Definition): string | null {
  if (kind === 'question') return expression
  if (kind === 'metric') return `SELECT * FROM metric.${name} LIMIT 1`
  return expression === '' ? null : `SELECT count(*) AS n FROM ${table} WHERE (${expression})`
}
