import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Blobs } from '@parley/core'

/**
 * Keeps blobs as files in one folder. Writes a temporary file and renames it, so that no reader sees a
 * partial file. Throws for a path that would leave the folder.
 */
export function createFolderBlobs(folder: string): Blobs {
  return {
    async write(path, bytes) {
      const target = inside(folder, path)
      const draft = `${target}.${randomUUID()}.draft`
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async read(path) {
      try {
        return await readFile(inside(folder, path))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove: (path) => rm(inside(folder, path), { force: true, recursive: true }),
    removeFolder: (path) => rm(inside(folder, path), { force: true, recursive: true }),
  }
}

function inside(folder: string, path: string): string {
  const target = resolve(join(folder, path))
  const steps = relative(folder, target)
  if (steps === '' || steps.startsWith('..') || resolve(folder, steps) !== target) {
    throw new Error('A blob path must stay in its folder.')
  }
  return target
}
