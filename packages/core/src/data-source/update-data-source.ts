import { type Database, type OwnerId, updateDataSource as storeChange } from '@parley/db'
import type { SourceColumn, SourceTable, ValueSynonyms } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { DataDeps } from './data-deps.ts'
import { type OpenedDataSource, openDataSource, toStoredTables } from './data-source.ts'
import { getDataSource } from './get-data-source.ts'
import { refuseOffered } from './offered-source.ts'

type Deps = { readonly db: Database; readonly data: DataDeps; readonly now: () => Date }

type ColumnWords = {
  readonly name: string
  readonly description?: string | undefined
  /** Whether its values are indexed. */
  readonly isSearched?: boolean | undefined
  /** Replaces the earlier ones. */
  readonly valueSynonyms?: readonly ValueSynonyms[] | undefined
}

type TableWords = {
  /** `source.table`, as the data source shows it. */
  readonly name: string
  readonly description?: string | undefined
  readonly columns?: readonly ColumnWords[] | undefined
}

export type DataSourceWords = {
  readonly id: string
  /** The new name for people. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly tables?: readonly TableWords[] | undefined
}

/**
 * Renames a data source for people, and replaces the descriptions of a data source, its tables and its columns with the
 * owner's. An empty text restores the data source's own. Sets for columns whether their values are indexed, and the
 * synonyms of their values. Throws `not_found`, `forbidden` for a data source that the service offers,
 * `invalid_request` for an unknown table or column, `conflict`.
 */
export async function updateDataSource(
  deps: Deps,
  owner: OwnerId,
  { id, title, description, tables: words }: DataSourceWords,
): Promise<OpenedDataSource> {
  refuseOffered(deps, id)
  const before = await getDataSource(deps, owner, id)
  if (title === undefined && description === undefined && words === undefined) return before
  const tables = words && describeTables(before, words)
  const changed = await storeChange(deps.db, owner, {
    id,
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(tables && { tables: toStoredTables(tables) }),
    basedOn: before.updatedAt,
  })
  if (changed.kind === 'updated') return openDataSource(changed.dataSource)
  throw new AppError('conflict', 'The source was changed meanwhile; send the request again.')
}

function describeTables(source: OpenedDataSource, words: readonly TableWords[]): SourceTable[] {
  const tables = new Map(source.tables.map((table) => [`${source.name}.${table.name}`, table]))
  for (const { name, description, columns = [] } of words) {
    const table = tables.get(name)
    if (!table) throw new AppError('invalid_request', `tables: the source has no table ${name}.`)
    tables.set(name, { ...describe(table, description), columns: describeColumns(name, table, columns) })
  }
  return [...tables.values()]
}

function describeColumns(
  tableName: string,
  table: SourceTable,
  words: readonly ColumnWords[],
): SourceTable['columns'] {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  for (const { name, description, ...values } of words) {
    const column = columns.get(name)
    if (!column) throw new AppError('invalid_request', `tables: ${tableName} has no column ${name}.`)
    columns.set(name, sayOfValues(describe(column, description), values))
  }
  return [...columns.values()]
}

function sayOfValues(column: SourceColumn, words: Omit<ColumnWords, 'name' | 'description'>): SourceColumn {
  const { isSearched: wasSearched = true, valueSynonyms: known = [], ...rest } = column
  const { isSearched = wasSearched, valueSynonyms = known } = words
  return {
    ...rest,
    ...(!isSearched && { isSearched }),
    ...(valueSynonyms.length > 0 && { valueSynonyms }),
  }
}

type Described = { readonly description: string; readonly sourceDescription?: string }

function describe<Entry extends Described>(entry: Entry, words: string | undefined): Entry {
  if (words === undefined) return entry
  const { sourceDescription = entry.description, ...rest } = entry
  if (words.trim() !== '') return { ...entry, description: words, sourceDescription }
  // Without an optional field the entry keeps its type.
  return { ...rest, description: sourceDescription } as unknown as Entry
}
