import type { Connection } from './engines/connection.ts'

/** One column as the catalogue knows it. */
export type SourceColumn = {
  readonly name: string
  /** In the words of the source's engine. */
  readonly type: string
  /** What the owner or the source says about it; may be empty. */
  readonly description: string
  /** Values that occur, as text. */
  readonly samples: readonly string[]
}

/** A declared link from columns of one table to columns of another, in the same source. */
type SourceKey = {
  readonly columns: readonly string[]
  /** `table` or `schema.table` as the source names it. */
  readonly table: string
  readonly tableColumns: readonly string[]
}

export type SourceTable = {
  readonly name: string
  readonly description: string
  /** Null where the source does not say. */
  readonly rowCount: number | null
  readonly columns: readonly SourceColumn[]
  readonly keys?: readonly SourceKey[]
  /** Parquet file of a table that lives in files, relative to the data folder. */
  readonly file?: string
}

/** What stands behind a source. Tables of files, samples and HTTP APIs lie in Parquet files. */
export type SourceKind = 'file' | 'sample' | 'ledger' | Connection['kind']

/** A connected data source of one owner, as plain data. */
export type DataSource = {
  readonly id: string
  /** The SQL identifier that statements use: `name.table`. Unique for the owner. */
  readonly name: string
  readonly kind: SourceKind
  readonly description: string
  readonly tables: readonly SourceTable[]
  /** Changes whenever the tables do, so that a derived index knows whether it is behind. */
  readonly updatedAt?: string
  /** How to reach it; absent where everything lies in files. */
  readonly connection?: Connection
  /** Set where the service itself offers the source to everybody; never stored. */
  readonly offered?: OfferedTables
}

/** Tables that the service writes when a statement needs them. */
type OfferedTables = {
  /** Whose files they are: the one exception from the rule that a statement reads its owner's files only. */
  readonly ownerId: string
  /** Writes the tables of these names, all as of one moment, and gives their files by name. Throws an AppError when that fails. */
  readonly open: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Whether statements over the source run in a database of its own. */
export function isDatabaseSource({ connection }: Pick<DataSource, 'connection'>): boolean {
  return connection !== undefined && connection.kind !== 'http_api'
}
