import type { Database } from './database.ts'
import { prepare } from './statement.ts'

const insertRetired = prepare('insert_retired_versions')<[versions: string[]], object>(
  'insert into retired_versions (version) select unnest($1::text[]) on conflict do nothing',
)

const selectRetired = prepare('list_retired_versions')<[before: Date], { version: string }>(
  'select version from retired_versions where retired_at < $1 order by retired_at limit 500',
)

const forgetRetired = prepare('delete_retired_versions')<[versions: string[]], object>(
  'delete from retired_versions where version = any($1)',
)

/** Notes that no record names these versions of datasets any more. */
export async function addRetiredVersions(db: Database, versions: readonly string[]): Promise<void> {
  if (versions.length > 0) await insertRetired(db.pool, [[...versions]])
}

/** Lists at most 500 versions that were retired before a time of the database's clock, the oldest first. */
export async function listRetiredVersions(db: Database, before: Date): Promise<string[]> {
  const retired = await selectRetired(db.pool, [before])
  return retired.map(({ version }) => version)
}

/** Forgets these versions. Call it after their files were removed. */
export async function deleteRetiredVersions(db: Database, versions: readonly string[]): Promise<void> {
  await forgetRetired(db.pool, [[...versions]])
}
