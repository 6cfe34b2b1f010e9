import { type Database, createPersona as insertPersona, type OwnerId } from '@parley/db'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import type { Persona, PersonaFields } from './persona.ts'

type Deps = { readonly db: Database; readonly limits: QuotaLimits }

/** Adds a persona; its id is above those of the built-in ones. Throws `conflict` over the quota. */
export async function createPersona(deps: Deps, owner: OwnerId, fields: PersonaFields): Promise<Persona> {
  await requireRoom(deps, owner, 'personas')
  return insertPersona(deps.db, owner, fields)
}
