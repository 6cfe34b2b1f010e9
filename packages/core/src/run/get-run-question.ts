import { type Database, type OwnerId, readRunQuestion } from '@parley/db'

type Deps = { readonly db: Database }

/** Returns the question of a stored run as it was asked; null when it is unknown, or another user's. */
export async function getRunQuestion(deps: Deps, owner: OwnerId, runId: string): Promise<string | null> {
  return readRunQuestion(deps.db, owner, runId)
}
