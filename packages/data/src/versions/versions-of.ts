import { folderVersions } from './folder-versions.ts'
import type { Versions } from './versions.ts'

/** Where the files of datasets lie. */
export type DatasetPlace = {
  /** The data folder. */
  readonly folder: string
  /** Where versions are kept; in the data folder when left out. */
  readonly versions?: Versions
}

/** The versions of a place. */
export function versionsOf({ folder, versions }: DatasetPlace): Versions {
  return versions ?? folderVersions(folder)
}
