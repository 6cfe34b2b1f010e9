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
  /** Values that occur. */
  readonly samples: readonly string[]
}

/** A table of the source: what it says, and how its rows are made. Values are in the order of the columns. */
export type TableSpec = {
  readonly name: string
  readonly description: string
  /** Whether it tells of the past, which begins later where a network shows no blocks. */
  readonly isHistory?: boolean
  readonly columns: readonly ColumnSpec[]
  /** The table whose rows a column of the same name tells of. */
  readonly links?: Readonly<Record<string, string>>
  /** What its rows are made of, beside the head. */
  readonly parts: readonly LedgerPart[]
  readonly rows: (snapshot: LedgerSnapshot) => Iterable<readonly Value[]>
}

/** Amounts and other whole numbers of 64 bits are text, so that no digit is lost on the way. */
export type Value = string | number | boolean | null

/** Makes a column. */
export function column(name: string, type: ColumnSpec['type'], description: string): ColumnSpec {
  return { name, type, description, samples: [] }
}

/** A column with values that occur in it. */
export function sampled(spec: ColumnSpec, ...samples: readonly string[]): ColumnSpec {
  return { ...spec, samples }
}
