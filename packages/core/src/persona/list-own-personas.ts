import { type Database, listPersonas, type OwnerId } from '@parley/db'
import type { Persona } from './persona.ts'

/** Returns the owner's own personas, in the order they were added. */
export async function listOwnPersonas(deps: { readonly db: Database }, owner: OwnerId): Promise<Persona[]> {
  return listPersonas(deps.db, owner)
}
