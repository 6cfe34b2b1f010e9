import type { RowLimits } from '../result/query-result.ts'

/** The limits of one statement and of the parts of its result that are kept. */
export const STATEMENT_LIMITS: RowLimits = {
  timeoutMs: 10_000,
  /** For the trace, the model and the console. */
  preview: { rows: 200, bytes: 64 * 1024 },
  /** For create_graph. */
  kept: { rows: 50_000, bytes: 8 * 1024 * 1024 },
}
