import type { JsonObject } from '@parley/agent'
import { AppError } from '@parley/errors'
import type { ResultColumn } from '../sandbox/tasks.ts'
import { runStatement, type StatementContext } from './run-statement.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** What a statement gave a person. */
type QueriedRows = {
  /** In order, with types in the words of the engine that ran it; there also where there are no rows. */
  readonly columns: readonly ResultColumn[]
  /** The first of them. */
  readonly rows: readonly JsonObject[]
  /** Null where counting would have taken too long. */
  readonly rowCount: number | null
  /** What was done beside running the statement, in sentences. */
  readonly notes: readonly string[]
}

/**
 * Runs one reading statement for a person, by the engines and within the bounds of execute_sql. Throws an AppError
 * `invalid_request` with the sentence a model would get, and what a busy sandbox or an address out of reach throws.
 */
export async function querySources(
  sql: string,
  context: Omit<StatementContext, 'limits'>,
): Promise<QueriedRows> {
  const outcome = await runStatement(sql, { ...context, limits: STATEMENT_LIMITS })
  if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
  const { columns, rows, rowCount } = outcome.result
  return { columns, rows, rowCount, notes: outcome.notes ?? [] }
}
