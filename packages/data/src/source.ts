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

/** A connected data source of one owner, as plain data. */
export type DataSource = {
  readonly id: string
  /** The SQL identifier that statements use: `name.table`. Unique for the owner. */
  readonly name: string
  readonly kind: 'file'
  readonly description: string
  readonly tables: readonly SourceTable[]
}
