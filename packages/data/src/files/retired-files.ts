import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { versionFolders } from './dataset-files.ts'

/** An upload is read in minutes; what is older was left by a process that died. */
const ABANDONED_UPLOAD_MS = 86_400_000

/**
 * Notes that nothing new may need the versions these files belong to. Who began before can still read them, until
 * `removeRetiredFiles` is told that nobody does. Throws an AppError `internal` for another owner's file.
 */
export async function retireDataset(
  files: readonly string[],
  owner: { readonly folder: string; readonly ownerId: string },
): Promise<void> {
  const notes = join(owner.folder, NOTES)
  await mkdir(notes, { recursive: true, mode: 0o700 })
  for (const version of versionFolders(files, owner)) {
    // The note's age tells when; it outlives this process, and every replica reads it.
    await writeFile(join(notes, version.replaceAll('/', SEPARATOR)), '')
  }
}

const NOTES = 'retired'
const SEPARATOR = '.'
const VERSION_NOTE = /^datasets\.[0-9a-f]{32}\.[0-9a-f-]{36}$/

/**
 * Removes the versions that were retired before the given time, and uploads that a dead process left half-written. Safe
 * on several replicas at once.
 */
export async function removeRetiredFiles(folder: string, { before }: { before: Date }): Promise<void> {
  for (const { name, path, changedAtMs } of await entriesOf(join(folder, NOTES))) {
    if (!VERSION_NOTE.test(name) || changedAtMs >= before.getTime()) continue
    await rm(join(folder, ...name.split(SEPARATOR)), { recursive: true, force: true })
    await rm(path, { force: true })
  }
  for (const { path, changedAtMs } of await entriesOf(join(folder, 'incoming'))) {
    if (changedAtMs < Date.now() - ABANDONED_UPLOAD_MS) await rm(path, { recursive: true, force: true })
  }
}

type Entry = { readonly name: string; readonly path: string; readonly changedAtMs: number }

async function entriesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(nothingWhereMissing)
  const entries: Entry[] = []
  for (const name of names ?? []) {
    const path = join(folder, name)
    // Another replica may have removed it since.
    const found = await stat(path).catch(nothingWhereMissing)
    if (found) entries.push({ name, path, changedAtMs: found.mtimeMs })
  }
  return entries
}

function nothingWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
