import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type FolderEntry = {
  readonly name: string
  readonly path: string
  /** When it, or a file in it, was last written. */
  readonly changedAtMs: number
}

/** The entries of a folder; none where it is missing. */
export async function entriesOf(folder: string): Promise<FolderEntry[]> {
  const entries: FolderEntry[] = []
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

/** The names in a folder; none where it is missing. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nothingWhereMissing)) ?? []
}

/** Returns null for the error of a missing file, and throws every other. */
export function nothingWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
