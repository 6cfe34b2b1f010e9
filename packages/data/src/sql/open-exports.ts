import type { JsonObject } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { ResultColumn } from '../result/query-result.ts'
import { readKeptRows } from '../result/read-kept-rows.ts'
import { runStatement, type StatementContext } from './run-statement.ts'

/** The whole result of a statement. */
type ExportedRows = {
  /** In order. */
  readonly columns: readonly ResultColumn[]
  /** All rows in batches. The caller must begin to read them, and may stop at any time. */
  readonly rows: AsyncGenerator<readonly JsonObject[], void, void>
}

type ExportLimits = {
  /** Rows and JSON bytes of one result. */
  readonly rows: number
  readonly bytes: number
  /** Results that are held at once. */
  readonly atOnce: number
  readonly timeoutMs: number
}

type ExportRows = (sql: string, context: Omit<StatementContext, 'limits'>) => Promise<ExportedRows>

/**
 * Runs statements for their whole result, with the engines of execute_sql. A result is complete or refused,
 * never cut. Throws `invalid_request` with the sentence that a model would get, `too_large`, and
 * `unavailable` while as many results as allowed are held.
 */
export function openExports({ rows, bytes, atOnce, timeoutMs }: ExportLimits): ExportRows {
  let held = 0

  async function exportRows(...[sql, context]: Parameters<ExportRows>): Promise<ExportedRows> {
    const limits = { timeoutMs, preview: { rows: 0, bytes: 0 }, kept: { rows, bytes } }
    const outcome = await runStatement(sql, { ...context, limits })
    if (!outcome.ok) throw new AppError('invalid_request', outcome.message, { cause: outcome.cause })
    const { columns, rowCount, keptRows } = outcome.result
    if (rowCount !== keptRows) {
      throw new AppError(
        'too_large',
        `The result has more than ${rows} rows or ${bytes} bytes. Filter or aggregate it, or save it in parts.`,
      )
    }
    return { columns, rows: readKeptRows(outcome.bytes) }
  }

  return async (sql, context) => {
    if (held >= atOnce) {
      const sentence = 'Other results are being saved; try again shortly.'
      throw new AppError('unavailable', sentence, { retryAfterSeconds: 5 })
    }
    held++
    try {
      const exported = await exportRows(sql, context)
      return { ...exported, rows: releasing(exported.rows) }
    } catch (error) {
      held--
      throw error
    }
  }

  async function* releasing(pieces: ExportedRows['rows']): ExportedRows['rows'] {
    try {
      yield* pieces
    } finally {
      held--
    }
  }
}
