import { type Database, type OwnerId, settleSuggestion } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/** Takes a suggestion out of the queue; the same statement is not offered again. Throws `not_found`. */
export async function dismissSuggestion({ db }: Deps, owner: OwnerId, id: string): Promise<void> {
  if (!(await settleSuggestion(db, owner, id))) throw missingSuggestion()
}

/** The failure of an unknown id. */
export function missingSuggestion(): AppError {
  return new AppError('not_found', 'There is no suggestion with this id.')
}
