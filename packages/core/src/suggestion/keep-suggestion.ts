import { LIMITS } from '@parley/contract'
import {
  type Database,
  findAskedQuestion,
  type NewSuggestion,
  type OwnerId,
  saveSuggestion,
} from '@parley/db'

type Deps = { readonly db: Database }

/**
 * Stores a suggestion under the question of its run. False where the run has no question that can be the name of a
 * definition, and for a statement that is too long for one.
 */
export async function keepSuggestion(
  { db }: Deps,
  owner: OwnerId,
  suggestion: Omit<NewSuggestion, 'question'>,
): Promise<boolean> {
  const asked = await findAskedQuestion(db, owner, suggestion.runId)
  const question = asked?.question.trim() ?? ''
  const isTooLong =
    question.length > LIMITS.descriptionLength || suggestion.statement.length > LIMITS.definitionSqlLength
  if (question === '' || isTooLong) return false
  await saveSuggestion(db, owner, { ...suggestion, question })
  return true
}
