import type { RowLimits } from '../sandbox/tasks.ts'

/** What one statement may take, and how much of its result goes where. */
export const STATEMENT_LIMITS: RowLimits = {
  timeoutMs: 10_000,
  /** What the trace, the model and a person see. */
  preview: { rows: 200, bytes: 64 * 1024 },
  /** What create_graph can use. */
  kept: { rows: 50_000, bytes: 8 * 1024 * 1024 },
}
