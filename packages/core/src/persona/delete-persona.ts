import { type Database, type OwnerId, deletePersona as removePersona } from '@parley/db'
import { missingPersona } from './persona.ts'

/** Deletes a persona. Sessions that have it use the neutral one. Throws `not_found`. */
export async function deletePersona(
  deps: { readonly db: Database },
  owner: OwnerId,
  id: number,
): Promise<void> {
  if (!(await removePersona(deps.db, owner, id))) throw missingPersona()
}
