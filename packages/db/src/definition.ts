import type { JsonValue } from '@parley/domain'
import { readClock } from './clock.ts'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isUniqueRefusal } from './translate-failure.ts'

/** A term, a metric or a verified question of a user. */
export type StoredDefinition = {
  readonly id: string
  readonly kind: string
  /** Unique among the user's definitions of its kind. */
  readonly name: string
  /** The fields that its kind has. */
  readonly body: JsonValue
  /** The data sources that its SQL reads. */
  readonly dataSourceIds: string[]
  /** The columns that its SQL returned when it was verified. */
  readonly columns: string[]
  readonly verifiedAt: string
  /** Why it is suspended; null while it can be used. */
  readonly problem: string | null
  readonly createdAt: string
}

type DefinitionFields = Pick<StoredDefinition, 'kind' | 'name' | 'body' | 'dataSourceIds' | 'columns'>

export const definitionColumns: Columns<StoredDefinition> = {
  id: 'id',
  kind: 'kind',
  name: 'name',
  body: 'body',
  dataSourceIds: 'data_source_ids',
  columns: 'columns',
  verifiedAt: 'verified_at',
  problem: 'problem',
  createdAt: 'created_at',
}

const selectDefinitions = prepare('select_definitions')<[owner: OwnerId], StoredDefinition>(
  `select ${selectList(definitionColumns)} from definitions where user_id = $1 order by created_at, id`,
)

/** Lists the owner's definitions in the order they were created. */
export async function listDefinitions(db: Database, owner: OwnerId): Promise<StoredDefinition[]> {
  return await selectDefinitions(db.pool, [owner])
}

/** Stores a verified definition. Null when the owner has one of that kind and name. */
export async function createDefinition(
  db: Database,
  owner: OwnerId,
  fields: DefinitionFields,
): Promise<StoredDefinition | null> {
  const verifiedAt = await readClock(db)
  try {
    const { id } = await db.prisma.definition.create({
      data: { ...stored(fields), userId: owner, verifiedAt },
      select: { id: true },
    })
    return (await listDefinitions(db, owner)).find((one) => one.id === id) ?? null
  } catch (error) {
    if (isUniqueRefusal(error)) return null
    throw error
  }
}

type UpdatedDefinition = 'updated' | 'missing' | 'name_taken'

/** Replaces the fields of the owner's definition, which was verified again. */
export async function updateDefinition(
  db: Database,
  owner: OwnerId,
  { id, ...fields }: DefinitionFields & { readonly id: string },
): Promise<UpdatedDefinition> {
  const verifiedAt = await readClock(db)
  try {
    const { count } = await db.prisma.definition.updateMany({
      where: { id, userId: owner },
      data: { ...stored(fields), verifiedAt, problem: null },
    })
    return count === 1 ? 'updated' : 'missing'
  } catch (error) {
    if (isUniqueRefusal(error)) return 'name_taken'
    throw error
  }
}

// One statement, so that all of them are stored or none.
const upsertDefinitions = prepare('upsert_definitions')<[owner: OwnerId, definitions: string], object>(`
  insert into definitions (user_id, kind, name, body, data_source_ids, columns)
  select $1, d->>'kind', d->>'name', d->'body',
    array(select json_array_elements_text(d->'dataSourceIds'))::uuid[],
    array(select json_array_elements_text(d->'columns'))
  from json_array_elements($2::json) d
  on conflict (user_id, kind, name) do update set body = excluded.body, problem = null, verified_at = iso_now(),
    data_source_ids = excluded.data_source_ids, columns = excluded.columns
`)

/** Stores verified definitions, in place of those of the same kind and name: all of them or none. */
export async function saveDefinitions(
  db: Database,
  owner: OwnerId,
  definitions: readonly DefinitionFields[],
): Promise<void> {
  if (definitions.length > 0) await upsertDefinitions(db.pool, [owner, JSON.stringify(definitions)])
}

/** Suspends the owner's definition, or lets it be used again. */
export async function setDefinitionProblem(
  db: Database,
  owner: OwnerId,
  { id, problem }: { readonly id: string; readonly problem: string | null },
): Promise<void> {
  await db.prisma.definition.updateMany({ where: { id, userId: owner }, data: { problem } })
}

/** Deletes a definition of the owner. False when there is none. */
export async function deleteDefinition(db: Database, owner: OwnerId, id: string): Promise<boolean> {
  const { count } = await db.prisma.definition.deleteMany({ where: { id, userId: owner } })
  return count === 1
}

function stored({ body, ...fields }: DefinitionFields) {
  // The types of the client know no null inside JSON.
  return { ...fields, body: JSON.parse(JSON.stringify(body)) }
}
