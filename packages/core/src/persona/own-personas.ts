import {
  updatePersona as changePersona,
  type Database,
  createPersona as insertPersona,
  listPersonas,
  type OwnerId,
  deletePersona as removePersona,
} from '@parley/db'
import { AppError } from '@parley/errors'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import type { Persona } from './personas.ts'

type Deps = { readonly db: Database; readonly limits: QuotaLimits }

export type PersonaFields = Omit<Persona, 'id'>

/** Returns the owner's own personas, in the order they were added. */
export async function listOwnPersonas(deps: Pick<Deps, 'db'>, owner: OwnerId): Promise<Persona[]> {
  return listPersonas(deps.db, owner)
}

/** Adds a persona; its id is above those of the built-in ones. Throws `conflict` over the quota. */
export async function createPersona(deps: Deps, owner: OwnerId, fields: PersonaFields): Promise<Persona> {
  await requireRoom(deps, owner, 'personas')
  return insertPersona(deps.db, owner, fields)
}

/**
 * Changes the fields that were sent. Throws `not_found` for a missing or built-in one, and for another
 * user's.
 */
export async function updatePersona(
  deps: Pick<Deps, 'db'>,
  owner: OwnerId,
  change: Partial<PersonaFields> & { readonly id: number },
): Promise<Persona> {
  const persona = await changePersona(deps.db, owner, change)
  if (!persona) throw missingPersona()
  return persona
}

/** Deletes a persona. Sessions that have it use the neutral one. Throws `not_found`. */
export async function deletePersona(deps: Pick<Deps, 'db'>, owner: OwnerId, id: number): Promise<void> {
  if (!(await removePersona(deps.db, owner, id))) throw missingPersona()
}

function missingPersona(): AppError {
  return new AppError('not_found', 'There is no persona with this id among yours.')
}
