import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from './open-duckdb.ts'

/** Notes, by column, on columns of JSON whose values are of several kinds, such as numbers and texts. */
export async function jsonTypeNotes(
  connection: DuckDBConnection,
  { from, columns }: { readonly from: string; readonly columns: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (columns.length === 0) return new Map()
  const kinds = columns.map((column) => {
    const type = `coalesce(json_type(${quoteName(column)}), 'NULL')`
    return `list_sort(list(DISTINCT CASE ${type} WHEN 'VARCHAR' THEN 'texts' WHEN 'BOOLEAN' THEN 'true or false'
      WHEN 'OBJECT' THEN 'objects' WHEN 'ARRAY' THEN 'lists' WHEN 'NULL' THEN NULL ELSE 'numbers' END))`
  })
  const [row = []] = (await connection.runAndReadAll(`SELECT ${kinds} FROM ${from}`)).getRowsJson()
  return new Map(
    columns.flatMap((column, index): [string, string][] => {
      const kindsOfColumn = row[index]
      if (!Array.isArray(kindsOfColumn)) return []
      const found = kindsOfColumn.filter((kind) => kind !== null)
      if (found.length < 2) return []
      return [
        [column, `The values in the file are ${found.join(' and ')}. Kept as text, and compared as text.`],
      ]
    }),
  )
}
