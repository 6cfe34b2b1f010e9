import type { DataTable } from './data-source.ts'

type Version = { readonly id: string; readonly updatedAt: string }

/**
 * Catalogues that this process has read before: a large one is many megabytes, and every turn needs it. A thing with a
 * lifetime: opened at start. Nothing is lost with it, and what has changed is not in it.
 */
export type Catalogues = {
  /** The tables of a source as of a version; null when they have to be read. */
  readonly find: (version: Version) => readonly DataTable[] | null
  /** Remembers them; what was not used for longest is forgotten. */
  readonly keep: (source: Version & { readonly tables: readonly DataTable[] }) => void
}

/** About 120 MB. */
const MAX_COLUMNS = 300_000

type Entry = { readonly updatedAt: string; readonly tables: readonly DataTable[]; readonly columns: number }

/** Opens an empty memory of catalogues, of `maxColumns` columns altogether. */
export function openCatalogues({ maxColumns = MAX_COLUMNS } = {}): Catalogues {
  // Newest last.
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
      // A source without columns takes some place too.
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
