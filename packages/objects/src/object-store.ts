/** An object of the store, as a list names it. */
export type StoredObject = {
  readonly key: string
  readonly bytes: number
  readonly changedAt: Date
}

/**
 * Files under keys, in one bucket below one prefix. An object is stored whole or not at all, and is never changed: every
 * write of the service has a new key. Keys are relative paths with slashes.
 *
 * Everything throws an AppError `unavailable` when the store cannot be reached, refuses the credentials or has no space,
 * after several attempts.
 */
export type ObjectStore = {
  readonly putBytes: (key: string, bytes: Uint8Array) => Promise<void>
  readonly putFile: (key: string, path: string) => Promise<void>
  /** Null when there is no object under the key. */
  readonly getBytes: (key: string) => Promise<Buffer | null>
  /**
   * Writes the object to a new file and waits for the disk. Returns its size, or null when there is no object under the
   * key; then there is no file either. `admit` is called with the size before the first byte and may throw.
   */
  readonly getFile: (
    key: string,
    path: string,
    options?: { readonly signal?: AbortSignal; readonly admit?: (bytes: number) => Promise<void> },
  ) => Promise<number | null>
  /** Does nothing when there is no object under the key. */
  readonly remove: (key: string) => Promise<void>
  /** Every object whose key begins with the prefix, in the order of the keys. */
  readonly list: (prefix: string) => AsyncGenerator<StoredObject, void, void>
}
