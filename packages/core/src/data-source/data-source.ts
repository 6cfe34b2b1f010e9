import type { JsonValue, DataSource as StoredDataSource } from '@parley/db'
import * as z from 'zod'

/** A column as the catalogue keeps it. */
const Column = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string(),
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
  rowCount: z.number().nullable(),
  columns: z.array(Column).readonly(),
  keys: z.array(Key).readonly().exactOptional(),
  /** Where its rows are, for tables that live in files. */
  file: z.string().exactOptional(),
})
export type DataTable = z.infer<typeof Table>

const SOURCE_KINDS = ['file', 'sample'] as const

/** A connected source of one owner, its catalogue checked. */
export type DataSource = Omit<StoredDataSource, 'tables' | 'kind' | 'connectionCipher'> & {
  readonly kind: (typeof SOURCE_KINDS)[number]
  readonly tables: readonly DataTable[]
}

const Kind = z.enum(SOURCE_KINDS)

/** Reads a stored source. The catalogue is ours; one that does not parse is a fault, not bad input. */
export function openDataSource({ connectionCipher: _, ...row }: StoredDataSource): DataSource {
  return { ...row, kind: Kind.parse(row.kind), tables: z.array(Table).parse(row.tables) }
}

/** A catalogue as the database stores it: plain JSON. */
export function toStoredTables(tables: readonly DataTable[]): JsonValue {
  return tables.map((table) => JSON.parse(JSON.stringify(table)))
}
