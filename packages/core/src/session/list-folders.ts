import { type Database, listFolders as findFolders, type OwnerId } from '@parley/db'

type Deps = { readonly db: Database }

/** Returns the folders that hold sessions of the owner, by name. */
export async function listFolders({ db }: Deps, owner: OwnerId): Promise<string[]> {
  return await findFolders(db, owner)
}
