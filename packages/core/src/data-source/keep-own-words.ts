import type { SourceColumn, SourceTable } from '@parley/domain'

/** Puts the owner's words for tables, columns and values in place of those that were just read from the source. */
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
    columns: table.columns.map((column) => withWordsOfColumn(column, columns.get(column.name))),
  }
}

function withWordsOfColumn(column: SourceColumn, old: SourceColumn | undefined): SourceColumn {
  return {
    ...withWordsOf(column, old),
    ...(old?.isSearched !== undefined && { isSearched: old.isSearched }),
    ...(old?.valueSynonyms && { valueSynonyms: old.valueSynonyms }),
  }
}

type Described = { readonly description: string; readonly sourceDescription?: string }

function withWordsOf<Entry extends Described>(entry: Entry, old: Described | undefined): Entry {
  if (old?.sourceDescription === undefined) return entry
  return { ...entry, description: old.description, sourceDescription: entry.description }
}
