import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { datasetFolder, versionFolders } from '../source/dataset-files.ts'
import { entriesOf } from '../versions/folder-entries.ts'
import { type DatasetPlace, versionsOf } from '../versions/versions-of.ts'

/** An upload takes minutes. An older one was left by a process that crashed. */
const ABANDONED_UPLOAD_MS = 86_400_000

/** The list of versions that no record names any more. Every replica reads the same list. */
export type RetiredVersions = {
  /** Adds versions as of now. Does nothing for those that are in the list. */
  readonly add: (versions: readonly string[]) => Promise<void>
  /** The versions that were added before a time. */
  readonly addedBefore: (time: Date) => Promise<readonly string[]>
  readonly delete: (versions: readonly string[]) => Promise<void>
}

type RetiringPlace = DatasetPlace & { readonly retired: RetiredVersions }

/**
 * Marks the versions of these files as unused. Runs that began before can read them until `removeRetiredFiles` deletes
 * them. Throws an AppError `internal` for another owner's file.
 */
export async function retireDataset(
  files: readonly string[],
  owner: RetiringPlace & { readonly ownerId: string },
): Promise<void> {
  await owner.retired.add([...versionFolders(files, owner)])
}

/**
 * Retires an owner's versions that no record names: their process died before it recorded them, or before it retired
 * them. `readNamed` returns every file that a record of the owner names. It is called after the versions were listed, and
 * only when one of them is a day old, so a version that is being written or recorded meanwhile is kept. Call it only for
 * owners whose records are in this database. Safe on several replicas at once. Copies of versions that are stored
 * elsewhere are deleted at once.
 */
export async function retireOrphans(
  owner: RetiringPlace & { readonly ownerId: string },
  readNamed: () => Promise<readonly string[]>,
): Promise<void> {
  const versions = versionsOf(owner)
  const old = (await versions.list(datasetFolder(owner.ownerId))).filter(
    ({ version, changedAtMs }) => changedAtMs < Date.now() - ABANDONED_UPLOAD_MS && VERSION.test(version),
  )
  if (old.length === 0) return
  const named = versionFolders(await readNamed(), owner)
  const orphans = old.filter(({ version }) => !named.has(version))
  for (const { version } of orphans) await versions.dropCopy(version)
  await owner.retired.add(orphans.filter(({ isStored }) => isStored).map(({ version }) => version))
}

const VERSION = /^datasets\/[0-9a-f]{32}\/[0-9a-f-]{36}$/

/**
 * Deletes the versions that were retired before the given time, and incomplete uploads of processes that died. Safe
 * on several replicas at once.
 */
export async function removeRetiredFiles(place: RetiringPlace, { before }: { before: Date }): Promise<void> {
  const gone = (await place.retired.addedBefore(before)).filter((version) => VERSION.test(version))
  for (const version of gone) {
    await versionsOf(place).remove(version)
    await place.retired.delete([version])
  }
  for (const { path, changedAtMs } of await entriesOf(join(place.folder, 'incoming'))) {
    if (changedAtMs < Date.now() - ABANDONED_UPLOAD_MS) await rm(path, { recursive: true, force: true })
  }
}
