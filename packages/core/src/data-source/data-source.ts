import { FILE_FORMATS, SOURCE_KINDS } from '@parley/contract'
import type {
  StoredDataSource,
  StoredDataSourceRow as StoredRow,
  StoredDataSourceSummary as StoredSummary,
} from '@parley/db'
import {
  COLUMN_TYPES,
  type Connection,
  DATE_ORDERS,
  DECIMAL_MARKS,
  type JsonValue,
  type OfferedTables,
  type QueryableSource,
  READING_NOTE_KINDS,
  type Role,
  SETTING_NAMES,
  type SourceColumn,
  type SourceKey,
  type SourceKind,
  type SourceTable,
} from '@parley/domain'
import * as z from 'zod'

// The types of these records are in the domain package; the compiler compares.
const Column: z.ZodType<SourceColumn> = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  sourceDescription: z.string().exactOptional(),
  samples: z.array(z.string()).readonly(),
  isSearched: z.boolean().exactOptional(),
  valueSynonyms: z
    .array(z.object({ value: z.string(), synonyms: z.array(z.string()).readonly() }))
    .readonly()
    .exactOptional(),
})

const Key: z.ZodType<SourceKey> = z.object({
  columns: z.array(z.string()).readonly(),
  table: z.string(),
  tableColumns: z.array(z.string()).readonly(),
})

const Settings = z.object({
  separator: z.string().exactOptional(),
  encoding: z.string().exactOptional(),
  headerRow: z.number().exactOptional(),
  dateOrder: z.enum(DATE_ORDERS).exactOptional(),
  decimalMark: z.enum(DECIMAL_MARKS).exactOptional(),
  columnTypes: z.record(z.string(), z.enum(COLUMN_TYPES)).exactOptional(),
})

const Note = z.object({
  kind: z.enum(READING_NOTE_KINDS),
  column: z.string().exactOptional(),
  rowCount: z.number().exactOptional(),
  text: z.string(),
})

const Table: z.ZodType<SourceTable> = z.object({
  name: z.string(),
  description: z.string(),
  sourceDescription: z.string().exactOptional(),
  rowCount: z.number().nullable(),
  columns: z.array(Column).readonly(),
  keys: z.array(Key).readonly().exactOptional(),
  file: z.string().exactOptional(),
  reading: z
    .object({
      notes: z.array(Note).readonly(),
      settings: Settings,
      chosen: z.array(z.enum(SETTING_NAMES)).readonly(),
    })
    .exactOptional(),
  original: z.object({ file: z.string(), format: z.enum(FILE_FORMATS).exclude(['sqlite']) }).exactOptional(),
})

/** A data source of one owner, with a validated catalog. */
export type OpenedDataSource = Omit<StoredDataSource, 'tables' | 'kind' | 'connectionCipher'> & {
  readonly kind: SourceKind
  readonly tables: readonly SourceTable[]
}

/** A data source as a list shows it. */
export type DataSourceSummary = Omit<OpenedDataSource, 'tables'> & { readonly tableCount: number }

/** A data source with what statements need to query it. */
export type ReachableSource = OpenedDataSource & QueryableSource

/** A data source that the service offers to users. None of it is stored with an owner. */
export type OfferedSource = Pick<
  OpenedDataSource,
  'id' | 'name' | 'kind' | 'description' | 'tables' | 'createdAt' | 'updatedAt'
> & {
  readonly offered: OfferedTables
  /** The role of the users to whom it is offered; every user when absent. */
  readonly role?: Role
}

const Kind = z.enum(SOURCE_KINDS)

/**
 * Reads a stored data source. The service wrote the catalog, so one that does not parse is an internal fault.
 */
export function openDataSource({ connectionCipher: _, ...row }: StoredDataSource): OpenedDataSource {
  return { ...row, kind: Kind.parse(row.kind), tables: z.array(Table).parse(row.tables) }
}

/** Reads a stored data source without its catalog. */
export function openRow({ connectionCipher: _, ...row }: StoredRow): Omit<OpenedDataSource, 'tables'> {
  return { ...row, kind: Kind.parse(row.kind) }
}

/** The same with the number of its tables. */
export function openSummary({ tableCount, ...row }: StoredSummary): DataSourceSummary {
  return { ...openRow(row), tableCount }
}

/** A catalog as the database stores it: plain JSON. */
export function toStoredTables(tables: readonly SourceTable[]): JsonValue {
  return tables.map((table) => JSON.parse(JSON.stringify(table)))
}

/** The files that are deleted with a data source. */
export function filesOf(tables: readonly SourceTable[], connection: Connection | null): string[] {
  return [...tables.flatMap(({ file }) => file ?? []), ...filesIn(connection)]
}

/** Returns the files that a connection names: the file of an uploaded SQLite database. */
export function filesIn(connection: Connection | null): string[] {
  return connection?.kind === 'sqlite' ? [connection.file] : []
}
