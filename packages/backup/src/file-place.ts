import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from '@parley/objects'
import { copyBytes } from './copy-bytes.ts'

/**
 * Where the files of an installation are kept: in its data directory or in an object store. Paths are relative, with
 * slashes, and the same in both.
 */
export type FilePlace = {
  /** How an error sentence names it. */
  readonly name: string
  /** The sizes of all files by their path. */
  readonly list: () => Promise<ReadonlyMap<string, number>>
  /** Copies a file to a new one and waits for the disk. Returns false when it is missing. */
  readonly copyTo: (path: string, target: string) => Promise<boolean>
  /** Stores a file, whole or not at all. */
  readonly put: (path: string, source: string) => Promise<void>
}

/** Folders of the data directory that records name files in. Everything else there is made again when it is missing. */
const STORED_FOLDERS = ['data/datasets', 'blobs'] as const

// A write goes to a draft first. Its final name appears when it is whole.
const DRAFT = /\.draft$/

/** The files in a data directory. */
export function folderPlace(directory: string): FilePlace {
  return {
    name: `the data folder ${directory}`,
    list: async () =>
      new Map((await Promise.all(STORED_FOLDERS.map((folder) => sizesIn(directory, folder)))).flat()),
    copyTo: async (path, target) => {
      try {
        // Opened before anything else, because a stream of a missing file fails before it is read.
        const file = await open(join(directory, path))
        await copyBytes(file.createReadStream(), target)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    put: async (path, source) => {
      const target = join(directory, path)
      const draft = `${target}.${randomUUID()}.draft`
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyBytes((await open(source)).createReadStream(), draft)
        await rename(draft, target)
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

/** The files in an object store. */
export function storePlace(store: ObjectStore): FilePlace {
  return {
    name: 'the object store',
    list: async () => {
      const sizes = new Map<string, number>()
      for (const folder of STORED_FOLDERS) {
        for await (const { key, bytes } of store.list(`${folder}/`)) sizes.set(key, bytes)
      }
      return sizes
    },
    copyTo: async (path, target) => {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      return (await store.getFile(path, target)) !== null
    },
    put: (path, source) => store.putFile(path, source),
  }
}

async function sizesIn(root: string, folder: string): Promise<(readonly [path: string, bytes: number])[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const lists = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return await sizesIn(root, path)
    if (!entry.isFile() || DRAFT.test(entry.name)) return []
    // It may be deleted meanwhile.
    const found = await stat(join(root, path)).catch(() => null)
    return found ? [[path, found.size] as const] : []
  })
  return (await Promise.all(lists)).flat()
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
