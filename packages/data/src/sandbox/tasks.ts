import type { JsonObject } from '@parley/agent'
import type { DatabaseTarget } from '../engines/connection.ts'
import type { SourceTable } from '../source.ts'

/** A Parquet file that a statement may read as `schema.name`. `file` is absolute. */
export type ParquetView = {
  readonly schema: string
  readonly name: string
  readonly file: string
}

export type ResultColumn = { readonly name: string; readonly type: string }

/** How long a statement may run and how much of its result comes back. */
export type RowLimits = {
  /** Interrupt after this many milliseconds; the child is killed a second later. */
  readonly timeoutMs: number
  /** Rows and JSON bytes that come back as values. */
  readonly preview: { readonly rows: number; readonly bytes: number }
  /** Rows and JSON bytes that come back as the attachment, for charts. */
  readonly kept: { readonly rows: number; readonly bytes: number }
}

/** Rows of a database that a statement joins with other tables; it may call them `source.schema.name` or `source.name`. */
export type FetchedTable = {
  readonly source: string
  /** Null where the database has no schemas. */
  readonly schema: string | null
  readonly name: string
  /** Absolute; the JSON text of the rows. */
  readonly file: string
  /** With types as `duckdbType` gives them. */
  readonly columns: readonly ResultColumn[]
}

export type QueryInput = RowLimits & {
  readonly views: readonly ParquetView[]
  readonly fetched?: readonly FetchedTable[]
  readonly sql: string
}

/** What an engine expected of a statement before it ran it; only what it told, in its own words. */
export type StatementEstimate = {
  /** Rows to go through in tables: what filters leave of them while they are read, and each as often as a join reads it. */
  readonly rowsRead?: number
  /** Rows of the result. */
  readonly resultRows?: number
  /** In units of the engine, to be compared on one server only. */
  readonly cost?: number
}

/** The attachment that goes with it is the JSON text of the kept rows. */
export type QueryResult = {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly JsonObject[]
  /** Null where counting all rows would have taken too long. */
  readonly rowCount: number | null
  /** How many rows the attachment holds. */
  readonly keptRows: number
  /** Absent where the engine told nothing. */
  readonly estimate?: StatementEstimate
}

export type AnalyzeInput = { readonly sql: string; readonly timeoutMs: number }

export type FilterValue = { readonly kind: 'number' | 'text' | 'date'; readonly value: string }

/** A condition that every needed row of a table meets. */
export type PushedFilter = {
  /** In lower case. */
  readonly column: string
  readonly operator: '=' | '<' | '<=' | '>' | '>=' | 'IN'
  readonly values: readonly FilterValue[]
}

export type NamedTable = {
  /** As the statement writes it: source, schema and name, or less. */
  readonly parts: readonly string[]
  /** Names of columns that may be needed, in lower case, perhaps of other tables; null for all. */
  readonly columns: readonly string[] | null
  readonly filters: readonly PushedFilter[]
}

export type AnalyzeResult = { readonly tables: readonly NamedTable[] }

/** The same over a database; its deadline is the server's as well, and the child asks it to stop. */
export type DatabaseQueryInput = RowLimits & { readonly target: DatabaseTarget; readonly sql: string }

export type DescribeInput = { readonly target: DatabaseTarget; readonly timeoutMs: number }
export type DescribeResult = { readonly tables: readonly SourceTable[] }

export type FileFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet' | 'xlsx'

export type ConvertInput = {
  readonly format: FileFormat
  /** Absolute; the file as it was uploaded. */
  readonly inputFile: string
  /** Absolute and empty; Parquet files go here. */
  readonly outputFolder: string
  /** What a file with one table calls it. */
  readonly tableName: string
  /** Dotted path to the records of a JSON file, where they are not found by themselves. */
  readonly recordsPath?: string
  readonly timeoutMs: number
}

export type ConvertedColumn = {
  readonly name: string
  readonly type: string
  /** Values that occur, as text; the smallest and the largest for numbers and times. */
  readonly samples: readonly string[]
  readonly description: string
}

export type ConvertedTable = {
  readonly name: string
  /** File name inside the output folder. */
  readonly file: string
  readonly rowCount: number
  readonly columns: readonly ConvertedColumn[]
}

export type ConvertResult = { readonly tables: readonly ConvertedTable[] }

/** Records whose columns are known, line by line in a file for each table. */
export type StoreInput = {
  /** Absolute; files of records are read here and Parquet files written. */
  readonly folder: string
  readonly tables: readonly {
    /** Name inside the folder. */
    readonly linesFile: string
    /** Name inside the folder of the Parquet file to write. */
    readonly file: string
    readonly columns: readonly ResultColumn[]
  }[]
  readonly timeoutMs: number
}

export type StoreResult = { readonly tableCount: number }

/** Its attachment is the JSON text of the rows. */
export type ChartInput = {
  readonly spec: JsonObject
  /** Types as the engine declared them; empty where the rows came from the model. */
  readonly columns: readonly ResultColumn[]
  readonly timeoutMs: number
}

/** The attachment that goes with it is the PNG. */
export type ChartResult = {
  /** The Vega-Lite spec with its data in place. */
  readonly spec: JsonObject
  readonly width: number
  readonly height: number
}

/** Everything a sandbox child can be asked to do. */
export type Tasks = {
  query: { input: QueryInput; result: QueryResult }
  analyze: { input: AnalyzeInput; result: AnalyzeResult }
  queryDatabase: { input: DatabaseQueryInput; result: QueryResult }
  describeDatabase: { input: DescribeInput; result: DescribeResult }
  convert: { input: ConvertInput; result: ConvertResult }
  store: { input: StoreInput; result: StoreResult }
  chart: { input: ChartInput; result: ChartResult }
}

export type TaskName = keyof Tasks

/** Why a task did not give a result. `message` is a sentence for the caller, without paths. */
export type TaskFailure = {
  readonly reason: 'refused' | 'invalid' | 'timeout' | 'memory' | 'crashed' | 'cancelled'
  readonly message: string
  /** What a log may say; never for the caller. */
  readonly cause?: unknown
}

export type TaskOutcome<Name extends TaskName> =
  | { readonly ok: true; readonly result: Tasks[Name]['result']; readonly bytes: Uint8Array }
  | ({ readonly ok: false } & TaskFailure)

/** What a child answers: a result, or a failure and whether it can go on serving its owner. */
export type ChildReply =
  | { readonly ok: true; readonly result: unknown }
  | ({ readonly ok: false; readonly isReusable: boolean } & TaskFailure)
