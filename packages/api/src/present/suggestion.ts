import type { Suggestion } from '@parley/contract'
import type { ListedSuggestion } from '@parley/core'

/** A suggestion in wire form. */
export function presentSuggestion(suggestion: ListedSuggestion): Suggestion {
  const { id, reason, runId, question, before, statement, definitionId, createdAt } = suggestion
  return {
    suggestion_id: id,
    reason,
    run_id: runId,
    question,
    statement_before: before,
    statement,
    definition_id: definitionId,
    created_at: `${createdAt}Z`,
  }
}
