import { databaseError } from './database-error.ts'

/**
 * Maximum cost in PostgreSQL's units (1 is the cost of reading a page). About an hour of work on ordinary
 * hardware.
 */
export const MAX_COST = 1e9
/** The same limit in rows read. PostgreSQL counts a row as a hundredth of a page. */
export const MAX_ROWS_READ = MAX_COST * 100

/**
 * Throws when a planner's estimate exceeds the limit, because such a statement cannot finish before its
 * deadline.
 */
export function refuseEndless(expected: number | undefined, limit: number): void {
  if (expected === undefined || expected <= limit) return
  const message =
    'The database estimates that this statement would run for hours. Filter more, or join by keys.'
  throw databaseError('refused', message)
}
