import { databaseError } from './database-error.ts'

/** In PostgreSQL's units, of which reading one page is one; about an hour of work on ordinary hardware. */
export const MAX_COST = 1e9
/** The same in rows to go through, each of which PostgreSQL counts for a hundredth of a page. */
export const MAX_ROWS_READ = MAX_COST * 100

/** Throws where a planner expects more than may be begun: such a statement cannot end in time. */
export function refuseEndless(expected: number | undefined, limit: number): void {
  if (expected === undefined || expected <= limit) return
  const message =
    'The database estimates that this statement would run for hours; filter more, or join by keys.'
  throw databaseError('refused', message)
}
