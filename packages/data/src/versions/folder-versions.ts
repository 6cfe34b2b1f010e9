import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { entriesOf } from './folder-entries.ts'
import type { Versions } from './versions.ts'

/** Keeps versions in the data folder and nowhere else. */
export function folderVersions(folder: string): Versions {
  return {
    keep: async () => {},
    hold: async (files) => {
      const found = await Promise.all(
        files.map((file) =>
          access(join(folder, file)).then(
            () => true,
            () => false,
          ),
        ),
      )
      return { missing: new Set(files.filter((_, index) => !found[index])), release: () => {} }
    },
    remove: (version) => rm(join(folder, version), { recursive: true, force: true }),
    dropCopy: async () => {},
    list: async (home) => {
      const entries = await entriesOf(join(folder, home))
      return entries.map(({ name, changedAtMs }) => ({
        version: `${home}/${name}`,
        changedAtMs,
        isStored: true,
      }))
    },
  }
}
