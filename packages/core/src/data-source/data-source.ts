import { SOURCE_KINDS } from '@parley/contract'
import type {
  JsonValue,
  DataSource as StoredDataSource,
  DataSourceSummary as StoredSummary,
} from '@parley/db'
import * as z from 'zod'
import type { Connection } from './connection.ts'

/** A column as the catalogue keeps it. */
const Column = z.object({
  name: z.string(),
  type: z.string(),
  /** What counts: the owner's own words, otherwise the source's. */
  description: z.string(),
  /** What the source says, where the owner has written something else. */
  sourceDescription: z.string().exactOptional(),
  samples: z.array(z.string()).readonly(),
})

const Key = z.object({
  columns: z.array(z.string()).readonly(),
  table: z.string(),
  tableColumns: z.array(z.string()).readonly(),
})

const Table = z.object({
  name: z.string(),
  description: z.string(),
  sourceDescription: z.string().exactOptional(),
  rowCount: z.number().nullable(),
  columns: z.array(Column).readonly(),
  keys: z.array(Key).readonly().exactOptional(),
  /** Where its rows are, for tables that live in files. */
  file: z.string().exactOptional(),
})
export type DataTable = z.infer<typeof Table>

/** A connected source of one owner, its catalogue checked. */
export type DataSource = Omit<StoredDataSource, 'tables' | 'kind' | 'connectionCipher'> & {
  readonly kind: (typeof SOURCE_KINDS)[number]
  readonly tables: readonly DataTable[]
}

/** A source as a list shows it. */
export type DataSourceSummary = Omit<DataSource, 'tables'> & { readonly tableCount: number }

/** A source that statements can be run over; its connection is there unless everything lies in files. */
export type ReachableSource = DataSource & {
  readonly connection?: Connection
  readonly offered?: OfferedSource['offered']
}

/** A source that the service itself offers to everybody; none of it is stored with an owner. */
export type OfferedSource = Pick<
  DataSource,
  'id' | 'name' | 'kind' | 'description' | 'tables' | 'createdAt' | 'updatedAt'
> & {
  readonly offered: {
    /** Whose files its tables become. */
    readonly ownerId: string
    /** Writes the tables of these names, all as of one moment, and gives their files by name. Throws an AppError when that fails. */
    readonly open: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>
  }
}

const Kind = z.enum(SOURCE_KINDS)

/** Reads a stored source. The catalogue is ours; one that does not parse is a fault, not bad input. */
export function openDataSource({ connectionCipher: _, ...row }: StoredDataSource): DataSource {
  return { ...row, kind: Kind.parse(row.kind), tables: z.array(Table).parse(row.tables) }
}

/** Reads a stored source without its catalogue. */
export function openSummary({ connectionCipher: _, ...row }: StoredSummary): DataSourceSummary {
  return { ...row, kind: Kind.parse(row.kind) }
}

/** A catalogue as the database stores it: plain JSON. */
export function toStoredTables(tables: readonly DataTable[]): JsonValue {
  return tables.map((table) => JSON.parse(JSON.stringify(table)))
}

/** The files that go when a source goes. */
export function filesOf(tables: readonly DataTable[], connection: Connection | null): string[] {
  return [...tables.flatMap(({ file }) => file ?? []), ...filesIn(connection)]
}

/** The files that a connection names: an uploaded database is known by its connection alone. */
export function filesIn(connection: Connection | null): string[] {
  return connection?.kind === 'sqlite' ? [connection.file] : []
}
