import { dirname, join } from 'node:path'
import { AppError } from '@parley/errors'
import { type DatasetPlace, versionsOf } from '../versions/versions-of.ts'
import { ownerHome } from './owner-home.ts'

const VERSION_FILE = /^datasets\/[0-9a-f]{32}\/[0-9a-f-]{36}\/[a-z0-9-]+\.[a-z]+$/

/** The folder of an owner's datasets, relative to the data folder. */
export function datasetFolder(ownerId: string): string {
  return `datasets/${ownerHome(ownerId)}`
}

/**
 * The absolute path of a stored dataset file. Throws an AppError `internal` for a path that is not one of this
 * owner's, so that a wrong record can never reach another user's files.
 */
export function datasetPath(file: string, { folder, ownerId }: { folder: string; ownerId: string }): string {
  if (!VERSION_FILE.test(file) || !file.startsWith(`${datasetFolder(ownerId)}/`)) {
    throw new AppError('internal', 'A data source points to a file that is not its own.')
  }
  return join(folder, file)
}

/** The versions that these files belong to, relative to the data folder. Throws like `datasetPath`. */
export function versionFolders(
  files: readonly string[],
  owner: { folder: string; ownerId: string },
): ReadonlySet<string> {
  for (const file of files) datasetPath(file, owner)
  return new Set(files.map((file) => dirname(file)))
}

/**
 * Deletes at once the versions that these files belong to, for files that no record names. Files that do not exist are
 * no error.
 */
export async function deleteDataset(
  files: readonly string[],
  owner: DatasetPlace & { readonly ownerId: string },
): Promise<void> {
  for (const version of versionFolders(files, owner)) await versionsOf(owner).remove(version)
}
