export type CacheOptions = {
  readonly lifetimeMs: number
  readonly maxEntries: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

export type Cache<T> = {
  /**
   * Returns the cached value, or the result of `load`, which concurrent callers share. A failure is not
   * cached.
   */
  readonly get: (key: string, load: () => Promise<T>) => Promise<T>
}

type Held<T> = { readonly value: Promise<T>; readonly expiresAt: number }

/** Creates a cache of at most `maxEntries` values with a lifetime. The oldest value is evicted first. */
export function createCache<T>({ lifetimeMs, maxEntries, now = Date.now }: CacheOptions): Cache<T> {
  const entries = new Map<string, Held<T>>()
  return {
    get: (key, load) => {
      const held = entries.get(key)
      if (held && held.expiresAt > now()) return held.value
      entries.delete(key)
      const value = load()
      const entry = { value, expiresAt: now() + lifetimeMs }
      entries.set(key, entry)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break
        entries.delete(oldest)
      }
      return value
    },
  }
}
