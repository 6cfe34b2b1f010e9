import type { SourceTable } from '@parley/domain'

/** Puts the owner's descriptions of tables and columns in place of those that were read from the source again. */
export function keepOwnWords(tables: readonly SourceTable[], before: readonly SourceTable[]): SourceTable[] {
  const known = new Map(before.map((table) => [table.name, table]))
  return tables.map((table) => {
    const old = known.get(table.name)
    return old ? withWordsOfTable(table, old) : table
  })
}

function withWordsOfTable(table: SourceTable, old: SourceTable): SourceTable {
  const columns = new Map(old.columns.map((column) => [column.name, column]))
  return {
    ...withWordsOf(table, old),
    columns: table.columns.map((column) => withWordsOf(column, columns.get(column.name))),
  }
}

type Described = { readonly description: string; readonly sourceDescription?: string }

function withWordsOf<Entry extends Described>(entry: Entry, old: Described | undefined): Entry {
  if (old?.sourceDescription === undefined) return entry
  return { ...entry, description: old.description, sourceDescription: entry.description }
}
