/** The blob store: bytes under opaque relative paths. A write stores the whole blob or nothing. */
export type Blobs = {
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null when there is nothing under the path. */
  readonly read: (path: string) => Promise<Uint8Array | null>
  /** Removes a file or a folder. Does nothing when it is missing. */
  readonly remove: (path: string) => Promise<void>
  /** Removes every file below a folder. Does nothing when it is missing. */
  readonly removeFolder: (folder: string) => Promise<void>
}
