import type {
  FileFormat,
  JsonObject,
  ReadingReport,
  ResultColumn,
  SourceTable,
  TableSettings,
} from '@parley/domain'
import type { QueryResult, RowLimits } from '../result/query-result.ts'
import type { DatabaseTarget } from '../source/connection.ts'

/** A Parquet file that a statement may read as `schema.name`. `file` is absolute. */
export type ParquetView = {
  readonly schema: string
  readonly name: string
  readonly file: string
}

/**
 * Rows of a database that a statement joins with other tables; it may call them `source.schema.name` or `source.name`.
 */
export type FetchedTable = {
  readonly source: string
  /** Null where the database has no schemas. */
  readonly schema: string | null
  readonly name: string
  /** Absolute; the JSON text of the rows. */
  readonly file: string
  readonly columns: readonly FetchedColumn[]
}

/** A fetched column, with a type as `duckdbType` gives it. */
export type FetchedColumn = ResultColumn & {
  /** How DuckDB compares texts as the database does; absent where it compares them by their bytes. */
  readonly collation?: 'NOCASE' | 'NOCASE.NOACCENT'
  /** Whether texts that differ only in blanks at their end are equal in the database. */
  readonly ignoresBlanks?: boolean
  /** Whether the database fills texts with blanks, which do not count in comparisons. */
  readonly isPadded?: boolean
}

export type QueryInput = RowLimits & {
  readonly views: readonly ParquetView[]
  readonly fetched?: readonly FetchedTable[]
  readonly sql: string
  /** Whether DuckDB estimates the statement before it runs; true when left out. */
  readonly isEstimated?: boolean
  /** Whether the values of the kept rows follow their text, where the result comes back in part; false when left out. */
  readonly isIndexed?: boolean
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

/** A statement over tables that are known without their files. */
export type BindInput = {
  /** Types are ones that the engine knows, never text of users. */
  readonly tables: readonly {
    readonly schema: string
    readonly name: string
    readonly columns: readonly ResultColumn[]
  }[]
  readonly sql: string
  readonly timeoutMs: number
}

/** Its attachment is the plan. */
export type BindResult = { readonly columns: readonly ResultColumn[] }

/** A statement for a database. The server gets the same deadline, and the child cancels the statement there. */
export type DatabaseQueryInput = RowLimits & { readonly target: DatabaseTarget; readonly sql: string }

export type DescribeInput = { readonly target: DatabaseTarget; readonly timeoutMs: number }
export type DescribeResult = {
  readonly tables: readonly SourceTable[]
  /** What the connected user may do beyond reading, in sentences. */
  readonly warnings: readonly string[]
}

export type ConvertInput = {
  readonly format: FileFormat
  /** Absolute; the file as it was uploaded. */
  readonly inputFile: string
  /** Whether the service compressed it; false when left out. */
  readonly isPacked?: boolean
  /** Absolute and empty; the Parquet files are written here. */
  readonly outputFolder: string
  /** The name of the table of a file that holds one table. */
  readonly tableName: string
  /** Dotted path to the records of a JSON file; absent to search for them. */
  readonly recordsPath?: string
  /** Whether only the longest array of a JSON file is read; false when left out. */
  readonly isOneTable?: boolean
  /** What the owner chose for single tables; the rest is decided from the file. */
  readonly settings?: readonly TableSettings[]
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
  readonly reading: ReadingReport
}

export type ConvertResult = { readonly tables: readonly ConvertedTable[] }

/** Records with known columns: one file a table, one record a line. */
export type StoreInput = {
  /** Absolute and empty; the Parquet files are written here. */
  readonly outputFolder: string
  readonly tables: readonly {
    /** Absolute; the records. */
    readonly linesFile: string
    /** Name inside the output folder of the Parquet file to write. */
    readonly file: string
    readonly columns: readonly ResultColumn[]
  }[]
  readonly parquetVersion: ParquetVersion
  readonly timeoutMs: number
}

/** Version 2 is smaller and faster. Programs that people open a file with may read no other than version 1. */
export type ParquetVersion = 1 | 2

export type StoreResult = { readonly tableCount: number }

/** The rows of one result that a chart draws. */
export type ChartRowsInput = {
  /** What `data.name` in the spec calls it; null where the chart draws one result only. */
  readonly name: string | null
  /** Types that the engine declared; empty for rows from the model. */
  readonly columns: readonly ResultColumn[]
  /** Whether the statement orders its rows, so that their order means something. */
  readonly isOrdered: boolean
  /** Length of its JSON text in the attachment. */
  readonly byteLength: number
}

/** Its attachment is the JSON texts of the rows, one result after the other. */
export type ChartInput = {
  readonly spec: JsonObject
  /** At least one. */
  readonly results: readonly ChartRowsInput[]
  readonly timeoutMs: number
}

/** Its attachment is the drawing, a gzipped SVG. */
export type ChartResult = {
  /** The Vega-Lite spec with its data in place. */
  readonly spec: JsonObject
  /** What a person cannot read in the picture, and what was changed, one sentence each. */
  readonly notes: readonly string[]
}

/** Its attachment is the drawing of a chart. */
type PictureInput = { readonly timeoutMs: number }
/** Its attachment is the PNG, this many pixels large. */
export type PictureResult = { readonly width: number; readonly height: number }

/** The tasks of sandbox children, with their inputs and results. */
export type Tasks = {
  query: { input: QueryInput; result: QueryResult }
  analyze: { input: AnalyzeInput; result: AnalyzeResult }
  bind: { input: BindInput; result: BindResult }
  queryDatabase: { input: DatabaseQueryInput; result: QueryResult }
  describeDatabase: { input: DescribeInput; result: DescribeResult }
  convert: { input: ConvertInput; result: ConvertResult }
  store: { input: StoreInput; result: StoreResult }
  chart: { input: ChartInput; result: ChartResult }
  picture: { input: PictureInput; result: PictureResult }
}

export type TaskName = keyof Tasks

/** The failure of a task. `message` is a sentence for the caller, without paths. */
export type TaskFailure = {
  readonly reason: 'refused' | 'invalid' | 'timeout' | 'memory' | 'disk_full' | 'crashed' | 'cancelled'
  readonly message: string
  /** For the log; never for the caller. */
  readonly cause?: unknown
}

export type TaskOutcome<Name extends TaskName> =
  | { readonly ok: true; readonly result: Tasks[Name]['result']; readonly bytes: Uint8Array }
  | ({ readonly ok: false } & TaskFailure)

/** A frame with rows, before the reply of a task that streams. Its attachment is the JSON text of the rows. */
export type ChildRows = { readonly columns: readonly ResultColumn[] }

/** The reply of a child: a result, or a failure and whether the child can take the owner's next task. */
export type ChildReply =
  | { readonly ok: true; readonly result: unknown }
  | ({ readonly ok: false; readonly isReusable: boolean } & TaskFailure)
