import type { Database } from './database.ts'
import { prepare } from './statement.ts'

/** The end of a CTE that keeps the paths of the rows which the statement `gone` deletes. */
export const retireGoneBlobs = 'insert into retired_blobs (path) select path from gone on conflict do nothing'

// A file is retired at the start of the transaction that deletes its record, which may end during a hold that began later.
const selectRetired = prepare('list_retired_blobs')<[limit: number], { path: string }>(`
  select path from retired_blobs where retired_at < coalesce(
    (select min(began_at) - interval '1 minute' from file_holds where expires_at > clock_timestamp()), 'infinity')
  order by retired_at limit $1
`)

const selectRetiredIn = prepare('list_retired_blobs_in')<[folder: string], { path: string }>(
  'select path from retired_blobs where starts_with(path, $1)',
)

const forgetRetired = prepare('delete_retired_blobs')<[paths: string[]], object>(
  `delete from retired_blobs where path = any($1)`,
)

/** Lists paths of blobs that no record names and no file hold protects, the oldest first. */
export async function listRetiredBlobs(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<string[]> {
  const retired = await selectRetired(db.pool, [limit])
  return retired.map(({ path }) => path)
}

/** Lists the paths of a folder's blobs that no record names, also of those that a file hold protects. */
export async function listRetiredBlobsIn(db: Database, folder: string): Promise<string[]> {
  const retired = await selectRetiredIn(db.pool, [`${folder}/`])
  return retired.map(({ path }) => path)
}

/** Forgets these paths. Call it after the files were removed. */
export async function deleteRetiredBlobs(db: Database, paths: readonly string[]): Promise<void> {
  await forgetRetired(db.pool, [[...paths]])
}
