/** A version that is kept. */
export type KeptVersion = {
  /** Relative to the data folder: `datasets/<owner>/<version>`. */
  readonly version: string
  /** When it, or a file in it, was last written. */
  readonly changedAtMs: number
  /** False for a mere copy on this machine. */
  readonly isStored: boolean
}

/** Files that stay readable on this machine until `release` is called. */
export type HeldFiles = {
  /** Those that are nowhere. */
  readonly missing: ReadonlySet<string>
  readonly release: () => void
}

/**
 * Where the versions of datasets are kept. A version is a folder of files below the data folder that never change. All
 * paths are relative to the data folder.
 */
export type Versions = {
  /**
   * Keeps a version whose files lie in the data folder. Throws `unavailable` when they cannot be stored, and then leaves
   * nothing in the data folder.
   */
  readonly keep: (version: string) => Promise<void>
  /**
   * Makes files readable in the data folder. Throws `unavailable` when they cannot be fetched now, and the reason of the
   * signal.
   */
  readonly hold: (files: readonly string[], signal?: AbortSignal) => Promise<HeldFiles>
  /** Deletes a version everywhere. Does nothing when it is missing. */
  readonly remove: (version: string) => Promise<void>
  /** Deletes the copy of a version on this machine, if it is only a copy. */
  readonly dropCopy: (version: string) => Promise<void>
  /** The versions in an owner's folder, and copies of former ones. */
  readonly list: (home: string) => Promise<readonly KeptVersion[]>
}
