import { updatePersona as changePersona, type Database, type OwnerId } from '@parley/db'
import { missingPersona, type Persona, type PersonaFields } from './persona.ts'

/** Changes the fields that were sent. Throws `not_found` for a missing or built-in one, and for another user's. */
export async function updatePersona(
  deps: { readonly db: Database },
  owner: OwnerId,
  change: Partial<PersonaFields> & { readonly id: number },
): Promise<Persona> {
  const persona = await changePersona(deps.db, owner, change)
  if (!persona) throw missingPersona()
  return persona
}
