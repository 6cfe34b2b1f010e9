import { FILE_FORMATS, SOURCE_KINDS } from '@parley/contract'
import type { StoredDataSource, StoredDataSourceSummary as StoredSummary } from '@parley/db'
import { DATE_ORDERS, DECIMAL_MARKS, type JsonValue, READING_NOTE_KINDS, SETTING_NAMES } from '@parley/domain'
import * as z from 'zod'
import type { Connection } from './connection.ts'

/** A column as the catalog keeps it. */
const Column = z.object({
  name: z.string(),
  type: z.string(),
  /** The description in effect: the owner's if there is one, otherwise the data source's. */
  description: z.string(),
  /** The data source's own description, where the owner has replaced it. */
  sourceDescription: z.string().exactOptional(),
  samples: z.array(z.string()).readonly(),
})

const Key = z.object({
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
})

const Note = z.object({
  kind: z.enum(READING_NOTE_KINDS),
  column: z.string().exactOptional(),
  rowCount: z.number().exactOptional(),
  text: z.string(),
})

const Table = z.object({
  name: z.string(),
  description: z.string(),
  sourceDescription: z.string().exactOptional(),
  rowCount: z.number().nullable(),
  columns: z.array(Column).readonly(),
  keys: z.array(Key).readonly().exactOptional(),
  /** Where its rows are, for tables that are stored as files. */
  file: z.string().exactOptional(),
  /** What was assumed and changed when it was read from a file. */
  reading: z
    .object({
      notes: z.array(Note).readonly(),
      settings: Settings,
      chosen: z.array(z.enum(SETTING_NAMES)).readonly(),
    })
    .exactOptional(),
  /** The upload that it was read from, where it was kept. */
  original: z.object({ file: z.string(), format: z.enum(FILE_FORMATS).exclude(['sqlite']) }).exactOptional(),
})
export type DataTable = z.infer<typeof Table>

/** A data source of one owner, with a validated catalog. */
export type OpenedDataSource = Omit<StoredDataSource, 'tables' | 'kind' | 'connectionCipher'> & {
  readonly kind: (typeof SOURCE_KINDS)[number]
  readonly tables: readonly DataTable[]
}

/** A data source as a list shows it. */
export type DataSourceSummary = Omit<OpenedDataSource, 'tables'> & { readonly tableCount: number }

/** A data source that statements can query. It has a connection unless all its tables are files. */
export type ReachableSource = OpenedDataSource & {
  readonly connection?: Connection
  /** Why no statement can reach it, as a sentence for the caller; absent where one can. */
  readonly unreachable?: string
  readonly offered?: OfferedSource['offered']
}

/** A data source that the service offers to every user. None of it is stored with an owner. */
export type OfferedSource = Pick<
  OpenedDataSource,
  'id' | 'name' | 'kind' | 'description' | 'tables' | 'createdAt' | 'updatedAt'
> & {
  readonly offered: {
    /** The owner of the files that its tables are written to. */
    readonly ownerId: string
    /**
     * Writes the tables of these names as of one moment, and returns their files by name. Throws an AppError
     * when that fails.
     */
    readonly open: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>
  }
}

const Kind = z.enum(SOURCE_KINDS)

/**
 * Reads a stored data source. The service wrote the catalog, so one that does not parse is an internal fault.
 */
export function openDataSource({ connectionCipher: _, ...row }: StoredDataSource): OpenedDataSource {
  return { ...row, kind: Kind.parse(row.kind), tables: z.array(Table).parse(row.tables) }
}

/** Reads a stored data source without its catalog. */
export function openSummary({ connectionCipher: _, ...row }: StoredSummary): DataSourceSummary {
  return { ...row, kind: Kind.parse(row.kind) }
}

/** A catalog as the database stores it: plain JSON. */
export function toStoredTables(tables: readonly DataTable[]): JsonValue {
  return tables.map((table) => JSON.parse(JSON.stringify(table)))
}

/** The files that are deleted with a data source. */
export function filesOf(tables: readonly DataTable[], connection: Connection | null): string[] {
  return [...tables.flatMap(({ file }) => file ?? []), ...filesIn(connection)]
}

/** Returns the files that a connection names: the file of an uploaded SQLite database. */
export function filesIn(connection: Connection | null): string[] {
  return connection?.kind === 'sqlite' ? [connection.file] : []
}
