import type { Database } from './database.ts'
import { onlyDefined } from './only-defined.ts'
import type { OwnerId } from './owner.ts'

/** A user's own persona. The built-in ones are code and have ids below 1001. */
export type StoredPersona = {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Instructions to the model about the style of its replies. */
  readonly instructions: string
  readonly createdAt: string
}

type PersonaFields = Pick<StoredPersona, 'name' | 'description' | 'instructions'>

const shownFields = { id: true, name: true, description: true, instructions: true, createdAt: true }

/** Stores a persona under an id from 1001 on. */
export async function createPersona(
  db: Database,
  owner: OwnerId,
  fields: PersonaFields,
): Promise<StoredPersona> {
  const { name, description, instructions } = fields
  return await db.prisma.persona.create({
    data: { userId: owner, name, description, instructions },
    select: shownFields,
  })
}

/** Reads a persona of the owner; null when there is none. */
export async function getPersona(db: Database, owner: OwnerId, id: number): Promise<StoredPersona | null> {
  return await db.prisma.persona.findFirst({ where: { id, userId: owner }, select: shownFields })
}

/** Lists the owner's personas in the order they were created. */
export async function listPersonas(db: Database, owner: OwnerId): Promise<StoredPersona[]> {
  return await db.prisma.persona.findMany({
    where: { userId: owner },
    select: shownFields,
    orderBy: { id: 'asc' },
  })
}

/** Changes the given fields of the owner's persona; null when there is none. */
export async function updatePersona(
  db: Database,
  owner: OwnerId,
  { id, name, description, instructions }: Partial<PersonaFields> & { readonly id: number },
): Promise<StoredPersona | null> {
  const data = onlyDefined({ name, description, instructions })
  await db.prisma.persona.updateMany({ where: { id, userId: owner }, data })
  return await getPersona(db, owner, id)
}

/** Deletes a persona of the owner. False when there is none. */
export async function deletePersona(db: Database, owner: OwnerId, id: number): Promise<boolean> {
  const { count } = await db.prisma.persona.deleteMany({ where: { id, userId: owner } })
  return count === 1
}
