import type { Deps } from '../deps.ts'

/** Today's date in UTC, as the model is told it: `2026-11-20`. */
export function today(deps: Deps): string {
  return deps.now().toISOString().slice(0, 10)
}
