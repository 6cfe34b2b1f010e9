import { type Database, listPersonas as listStored, type OwnerId } from '@parley/db'
import { BUILTIN_PERSONAS, type Persona } from './persona.ts'

/** Returns the built-in personas and the owner's own. */
export async function listPersonas(deps: { readonly db: Database }, owner: OwnerId): Promise<Persona[]> {
  return [...BUILTIN_PERSONAS, ...(await listStored(deps.db, owner))]
}
