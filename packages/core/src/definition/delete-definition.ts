import { type Database, type OwnerId, deleteDefinition as removeDefinition } from '@parley/db'
import { missingDefinition } from './update-definition.ts'

type Deps = { readonly db: Database }

/** Deletes a definition. Throws `not_found`. */
export async function deleteDefinition(deps: Deps, owner: OwnerId, id: string): Promise<void> {
  if (!(await removeDefinition(deps.db, owner, id))) throw missingDefinition()
}
