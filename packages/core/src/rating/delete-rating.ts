import { type Database, type OwnerId, deleteRating as removeRating } from '@parley/db'
import { missingRating } from './get-rating.ts'

type Deps = { readonly db: Database }

/** Deletes the rating of an answer. Throws `not_found`. */
export async function deleteRating(deps: Deps, owner: OwnerId, runId: string): Promise<void> {
  if (!(await removeRating(deps.db, owner, runId))) throw missingRating()
}
