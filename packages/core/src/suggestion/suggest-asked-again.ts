import { type Database, findAskedQuestion, findEarlierRun, getRating, type OwnerId } from '@parley/db'
import { getRun } from '../run/get-run.ts'
import { lastStatement } from '../run/last-statement.ts'
import { isSameStatement } from './is-same-statement.ts'
import { keepSuggestion } from './keep-suggestion.ts'

type Deps = { readonly db: Database }

/**
 * Keeps the statement of a run whose question was answered before with another statement. The earlier answer must not be
 * rated up. Throws `not_found`.
 */
export async function suggestAskedAgain(deps: Deps, owner: OwnerId, runId: string): Promise<void> {
  const statement = lastStatement(await getRun(deps, owner, runId))
  const asked = await findAskedQuestion(deps.db, owner, runId)
  if (statement === null || asked === null) return
  const earlierId = await findEarlierRun(deps.db, owner, asked)
  if (earlierId === null || earlierId === runId) return
  const before = lastStatement(await getRun(deps, owner, earlierId))
  if (before === null || isSameStatement(before, statement)) return
  if ((await getRating(deps.db, owner, earlierId))?.verdict === 'up') return
  await keepSuggestion(deps, owner, { runId, reason: 'asked_again', before, statement })
}
