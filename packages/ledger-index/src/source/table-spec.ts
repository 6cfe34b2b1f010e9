import type { LedgerPart, LedgerSnapshot } from '@parley/db'

/** A column as queries see it. Types are DuckDB's. */
export type ColumnSpec = {
  readonly name: string
  readonly type:
    | 'VARCHAR'
    | 'BOOLEAN'
    | 'BIGINT'
    | 'INTEGER'
    | 'DOUBLE'
    | 'DATE'
    | 'TIMESTAMP'
    | 'DECIMAL(29,9)'
  readonly description: string
  /** Example values. */
  readonly samples: readonly string[]
}

/** A table of the data source. `rows` yields values in the order of the columns. */
export type TableSpec = {
  readonly name: string
  readonly description: string
  /** Whether it holds history. For a network that publishes no blocks, history starts with the first read. */
  readonly isHistory?: boolean
  readonly columns: readonly ColumnSpec[]
  /** For a column: the table that its values refer to, where the column has the same name. */
  readonly links?: Readonly<Record<string, string>>
  /** The parts of the snapshot that its rows need, besides the head. */
  readonly parts: readonly LedgerPart[]
  readonly rows: (snapshot: LedgerSnapshot) => Iterable<readonly Value[]>
}

/** Amounts and other 64-bit integers are text, so that every digit is kept. */
export type Value = string | number | boolean | null

/** Creates a column without example values. */
export function column(name: string, type: ColumnSpec['type'], description: string): ColumnSpec {
  return { name, type, description, samples: [] }
}

/** Adds example values to a column. */
export function sampled(spec: ColumnSpec, ...samples: readonly string[]): ColumnSpec {
  return { ...spec, samples }
}
