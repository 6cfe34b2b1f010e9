import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ObjectStore } from '@parley/objects'
import { FileCache, type FileCacheCounts } from './file-cache.ts'
import { entriesOf, namesIn } from './folder-entries.ts'
import type { KeptVersion, Versions } from './versions.ts'

/** The beginning of the keys of datasets, so that a key is the path of the file in the data directory of the service. */
const KEYS = 'data/'

/**
 * Keeps versions in an object store. The data folder holds copies of at most `maxBytes`. Versions never have the same
 * name, so a copy is never out of date.
 */
export function storedVersions({
  store,
  folder,
  maxBytes,
  counts = { hits: 0, misses: 0, evictions: 0, bytes: 0 },
}: {
  readonly store: ObjectStore
  readonly folder: string
  readonly maxBytes: number
  readonly counts?: FileCacheCounts
}): Versions {
  const cache = new FileCache({
    folder,
    maxBytes,
    counts,
    fetch: (file, path, admit) => store.getFile(KEYS + file, path, { admit }),
  })

  async function dropCopy(version: string) {
    cache.forget(version)
    await rm(join(folder, version), { recursive: true, force: true })
  }

  async function remove(version: string) {
    for await (const { key } of store.list(`${KEYS}${version}/`)) await store.remove(key)
    await dropCopy(version)
  }

  return {
    async keep(version) {
      const files = (await namesIn(join(folder, version))).map((name) => `${version}/${name}`)
      try {
        for (const file of files) await store.putFile(KEYS + file, join(folder, file))
      } catch (error) {
        // What is left in the store is found as an orphan, should it be away now.
        await Promise.all(files.map((file) => store.remove(KEYS + file))).catch(() => {})
        await dropCopy(version)
        throw error
      }
      for (const file of files) await cache.add(file)
    },
    hold: (files, signal) => cache.hold(files, signal),
    remove,
    dropCopy,
    list: async (home) => {
      const stored = new Map<string, number>()
      for await (const { key, changedAt } of store.list(`${KEYS}${home}/`)) {
        const version = dirname(key).slice(KEYS.length)
        stored.set(version, Math.max(stored.get(version) ?? 0, changedAt.getTime()))
      }
      const copies = await entriesOf(join(folder, home))
      return [
        ...[...stored].map(([version, changedAtMs]) => ({ version, changedAtMs, isStored: true })),
        ...copies
          .map(({ path, changedAtMs }) => ({
            version: `${home}/${basename(path)}`,
            changedAtMs,
            isStored: false,
          }))
          .filter(({ version }) => !stored.has(version)),
      ] satisfies KeptVersion[]
    },
  }
}
