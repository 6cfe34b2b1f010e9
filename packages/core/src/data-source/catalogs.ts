import type { SourceTable } from '@parley/domain'

type Version = { readonly id: string; readonly updatedAt: string }

/**
 * Cache of the catalogs that this process has read: a large one has many megabytes, and every turn needs it.
 * It is opened at start. Losing it loses no data. An outdated catalog is never returned.
 */
export type Catalogs = {
  /** Returns the tables of one version of a data source. Null when they are not cached. */
  readonly find: (version: Version) => readonly SourceTable[] | null
  /** Caches the tables. The least recently used ones are dropped. */
  readonly keep: (source: Version & { readonly tables: readonly SourceTable[] }) => void
}

/** About 120 MB. */
const MAX_COLUMNS = 300_000

type Entry = { readonly updatedAt: string; readonly tables: readonly SourceTable[]; readonly columns: number }

/** Opens an empty cache of catalogs that holds at most `maxColumns` columns in all. */
export function openCatalogs({ maxColumns = MAX_COLUMNS } = {}): Catalogs {
  // The newest entry is the last.
  const entries = new Map<string, Entry>()
  let columns = 0

  function forget(id: string): void {
    columns -= entries.get(id)?.columns ?? 0
    entries.delete(id)
  }

  return {
    find({ id, updatedAt }) {
      const entry = entries.get(id)
      if (entry?.updatedAt !== updatedAt) return null
      entries.delete(id)
      entries.set(id, entry)
      return entry.tables
    },
    keep({ id, updatedAt, tables }) {
      forget(id)
      // A data source without columns takes some memory too.
      const entry = {
        updatedAt,
        tables,
        columns: 1 + tables.reduce((sum, table) => sum + table.columns.length, 0),
      }
      if (entry.columns > maxColumns) return
      entries.set(id, entry)
      columns += entry.columns
      for (const oldest of entries.keys()) {
        if (columns <= maxColumns) return
        forget(oldest)
      }
    },
  }
}
