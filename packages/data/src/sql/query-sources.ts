import type { JsonObject, ResultColumn } from '@parley/domain'
import { AppError } from '@parley/errors'
import { runStatement, type StatementContext } from './run-statement.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** The result of a statement for the console. */
export type QueriedRows = {
  /** In order, with the engine's native type names; present also when there are no rows. */
  readonly columns: readonly ResultColumn[]
  /** The first rows. */
  readonly rows: readonly JsonObject[]
  /** Null when counting would have taken too long. */
  readonly rowCount: number | null
  /** Notes about the run, one sentence each. */
  readonly notes: readonly string[]
}

/**
 * Runs one reading statement for the console, with the engines and limits of execute_sql. Throws an AppError
 * `invalid_request` with the sentence that a model would get, `unavailable` when the sandbox is busy, and the error of an
 * unreachable address.
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
