import { getSuggestion, listDefinitions, type OwnerId, settleSuggestion } from '@parley/db'
import { type CreateDeps, createDefinition } from '../definition/create-definition.ts'
import { type ListedDefinition, questionFields } from '../definition/definition.ts'
import { updateDefinition } from '../definition/update-definition.ts'
import { missingSuggestion } from './dismiss-suggestion.ts'

type Accepted = {
  readonly id: string
  /** The wording; that of the suggestion by default. */
  readonly question?: string
  readonly signal: AbortSignal
}

/**
 * Makes a suggestion a verified question. A verified question of the same wording gets its statement. Throws `not_found`,
 * and what creating and changing a definition throw; the suggestion then stays.
 */
export async function acceptSuggestion(
  deps: CreateDeps,
  owner: OwnerId,
  { id, signal, ...wanted }: Accepted,
): Promise<ListedDefinition> {
  const suggestion = await getSuggestion(deps.db, owner, id)
  if (!suggestion) throw missingSuggestion()
  const { question = suggestion.question } = wanted
  const expression = suggestion.statement
  const definitions = await listDefinitions(deps.db, owner)
  const there = definitions.find(({ kind, name }) => kind === 'question' && name === question)
  const definition = there
    ? await updateDefinition(deps, owner, { id: there.id, change: { expression }, signal })
    : await createDefinition(deps, owner, { fields: questionFields(question, expression), signal })
  await settleSuggestion(deps.db, owner, id)
  return definition
}
