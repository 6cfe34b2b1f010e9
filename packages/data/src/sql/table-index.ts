import type { QueryableSource, SourceTable } from '@parley/domain'
import { splitName } from '../names/table-name.ts'

/** The tables of one source by name, in lower case with the parts joined by a NUL character. */
type TableIndex = {
  readonly byFullName: ReadonlyMap<string, SourceTable>
  readonly byLastPart: ReadonlyMap<string, readonly SourceTable[]>
}

/** Built once for each list of tables: a large catalog is shared by many statements. */
const INDEXES = new WeakMap<readonly SourceTable[], TableIndex>()

/** Returns the index of a source's tables. */
export function tableIndex({ tables }: Pick<QueryableSource, 'tables'>): TableIndex {
  const known = INDEXES.get(tables)
  if (known) return known
  const entries = tables.map((table) => ({ table, parts: splitName(table.name.toLowerCase()) }))
  const index = {
    byFullName: new Map(entries.map(({ table, parts }) => [parts.join('\0'), table])),
    byLastPart: new Map(
      Map.groupBy(entries, ({ parts }) => parts.at(-1) ?? '')
        .entries()
        .map(([part, same]) => [part, same.map(({ table }) => table)]),
    ),
  }
  INDEXES.set(tables, index)
  return index
}

/** Returns the tables that a name without its source means: by the full name, or by the last part of it alone. */
export function tablesNamed(
  source: Pick<QueryableSource, 'tables'>,
  parts: readonly string[],
): readonly SourceTable[] {
  const { byFullName, byLastPart } = tableIndex(source)
  const exact = byFullName.get(parts.join('\0'))
  if (exact) return [exact]
  return parts.length === 1 ? (byLastPart.get(parts[0] ?? '') ?? []) : []
}
