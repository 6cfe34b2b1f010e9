import { type Database, listDisabledUsers as findDisabled } from '@parley/db'

type Deps = { readonly db: Database }

/** Returns those of the users that are disabled. */
export async function listDisabledUsers(deps: Deps, ids: readonly string[]): Promise<string[]> {
  return findDisabled(deps.db, ids)
}
