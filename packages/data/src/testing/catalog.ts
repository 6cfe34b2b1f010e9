import type { QueryableSource } from '@parley/domain'

type Table = QueryableSource['tables'][number]

/** A table of a catalog with text columns of these names. */
export function tableOf(name: string, columns: readonly string[], more: Partial<Table> = {}): Table {
  const described = columns.map((column) => ({ name: column, type: 'text', description: '', samples: [] }))
  return { name, description: '', rowCount: null, columns: described, ...more }
}

/** A data source of a catalog, a PostgreSQL database unless `more` says otherwise. */
export function sourceOf(
  name: string,
  tables: readonly Table[],
  more: Partial<QueryableSource> = {},
): QueryableSource {
  return { id: name, name, kind: 'postgresql', description: '', tables, ...more }
}
