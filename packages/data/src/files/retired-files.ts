import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { datasetFolder, versionFolders } from '../source/dataset-files.ts'

/** An upload takes minutes. An older one was left by a process that crashed. */
const ABANDONED_UPLOAD_MS = 86_400_000

/**
 * Marks the versions of these files as unused. Runs that began before can read them until `removeRetiredFiles` deletes
 * them. Throws an AppError `internal` for another owner's file.
 */
export async function retireDataset(
  files: readonly string[],
  owner: { readonly folder: string; readonly ownerId: string },
): Promise<void> {
  await writeNotes(owner.folder, [...versionFolders(files, owner)].map(noteOf))
}

/** The modification time of a note is the time of retirement; it outlives this process, and every replica reads it. */
async function writeNotes(folder: string, notes: readonly string[]): Promise<void> {
  await mkdir(join(folder, NOTES), { recursive: true, mode: 0o700 })
  for (const note of notes) await writeFile(join(folder, NOTES, note), '')
}

function noteOf(version: string): string {
  return version.replaceAll('/', SEPARATOR)
}

/**
 * Retires an owner's versions that no record names: their process died before it recorded them, or before it retired
 * them. `readNamed` returns every file that a record of the owner names. It is called after the folder was read, and only
 * when a version there is a day old, so a version that is being written or recorded meanwhile is kept. Call it only for
 * owners whose records are in this database. Safe on several replicas at once.
 */
export async function retireOrphans(
  owner: { readonly folder: string; readonly ownerId: string },
  readNamed: () => Promise<readonly string[]>,
): Promise<void> {
  const home = datasetFolder(owner.ownerId)
  const noted = new Set((await entriesOf(join(owner.folder, NOTES))).map(({ name }) => name))
  const old = (await entriesOf(join(owner.folder, home)))
    .filter(({ changedAtMs }) => changedAtMs < Date.now() - ABANDONED_UPLOAD_MS)
    .map(({ name }) => noteOf(`${home}/${name}`))
    .filter((note) => VERSION_NOTE.test(note) && !noted.has(note))
  if (old.length === 0) return
  const named = new Set([...versionFolders(await readNamed(), owner)].map(noteOf))
  await writeNotes(
    owner.folder,
    old.filter((note) => !named.has(note)),
  )
}

const NOTES = 'retired'
const SEPARATOR = '.'
const VERSION_NOTE = /^datasets\.[0-9a-f]{32}\.[0-9a-f-]{36}$/

/**
 * Deletes the versions that were retired before the given time, and incomplete uploads of processes that died. Safe
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

type Entry = {
  readonly name: string
  readonly path: string
  /** When it, or a file in it, was last written. */
  readonly changedAtMs: number
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    // Another replica may have deleted it since.
    const found = await stat(path).catch(nothingWhereMissing)
    if (!found) continue
    // Writing to a file does not change the time of its folder.
    const files = found.isDirectory() ? (await namesIn(path)).map((file) => join(path, file)) : []
    const times = await Promise.all(files.map((file) => stat(file).catch(nothingWhereMissing)))
    const changedAtMs = Math.max(found.mtimeMs, ...times.map((time) => time?.mtimeMs ?? 0))
    entries.push({ name, path, changedAtMs })
  }
  return entries
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nothingWhereMissing)) ?? []
}

function nothingWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
