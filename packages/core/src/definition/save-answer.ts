import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import { getRun } from '../run/get-run.ts'
import { lastStatement } from '../run/last-statement.ts'
import { type CreateDeps, createDefinition } from './create-definition.ts'
import { type ListedDefinition, questionFields } from './definition.ts'

/**
 * Stores the statement of a run's answer as a verified question: the last one that execute_sql ran. Throws `not_found`,
 * `invalid_request` for a run without such a statement, and the errors of creating a definition.
 */
export async function saveAnswer(
  deps: CreateDeps,
  owner: OwnerId,
  {
    runId,
    question,
    signal,
  }: { readonly runId: string; readonly question: string; readonly signal: AbortSignal },
): Promise<ListedDefinition> {
  const expression = lastStatement(await getRun(deps, owner, runId))
  if (expression === null)
    throw new AppError(
      'invalid_request',
      'This run has no statement that can be saved; it read no data with SQL.',
    )
  return createDefinition(deps, owner, { fields: questionFields(question, expression), signal })
}
