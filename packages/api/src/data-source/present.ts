import type { DataSource as WireDataSource } from '@parley/contract'
import type { DataSource } from '@parley/core'

/** A source as the list shows it. */
export function presentDataSourceSummary(row: DataSource) {
  const { tables, ...fields } = presentDataSource(row)
  return { ...fields, table_count: tables.length }
}

/** A source with its tables and columns; connection details and files are never shown. */
export function presentDataSource(row: DataSource): WireDataSource {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    description: row.description,
    address: row.address,
    created_at: row.createdAt,
    refreshed_at: row.refreshedAt,
    tables: row.tables.map((table) => ({
      name: `${row.name}.${table.name}`,
      description: table.description,
      row_count: table.rowCount,
      columns: table.columns.map(({ name, type, description, samples }) => ({
        name,
        type,
        description,
        samples: [...samples],
      })),
      keys: (table.keys ?? []).map((key) => ({
        columns: [...key.columns],
        table: `${row.name}.${key.table}`,
        table_columns: [...key.tableColumns],
      })),
    })),
  }
}
