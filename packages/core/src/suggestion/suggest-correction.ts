import type { Database, OwnerId } from '@parley/db'
import { getRun } from '../run/get-run.ts'
import { lastStatement } from '../run/last-statement.ts'
import { isSameStatement } from './is-same-statement.ts'
import { keepSuggestion } from './keep-suggestion.ts'

type Deps = { readonly db: Database }

/**
 * Keeps a statement that the owner ran in place of an answer's statement. It is offered while the answer is rated down.
 * Returns false for the same statement. Throws `not_found` for a missing run and for another user's.
 */
export async function suggestCorrection(
  deps: Deps,
  owner: OwnerId,
  { runId, statement }: { readonly runId: string; readonly statement: string },
): Promise<boolean> {
  const before = lastStatement(await getRun(deps, owner, runId))
  if (before !== null && isSameStatement(before, statement)) return false
  return keepSuggestion(deps, owner, { runId, reason: 'corrected', before, statement })
}
