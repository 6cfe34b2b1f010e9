import type { JsonObject } from '@parley/agent'

/** A Parquet file that a statement may read as `schema.name`. `file` is absolute. */
export type ParquetView = {
  readonly schema: string
  readonly name: string
  readonly file: string
}

export type ResultColumn = { readonly name: string; readonly type: string }

export type QueryInput = {
  readonly views: readonly ParquetView[]
  readonly sql: string
  /** Interrupt after this many milliseconds; the child is killed a second later. */
  readonly timeoutMs: number
  /** Rows and JSON bytes that come back as values. */
  readonly preview: { readonly rows: number; readonly bytes: number }
  /** Rows and JSON bytes that come back as the attachment, for charts. */
  readonly kept: { readonly rows: number; readonly bytes: number }
}

/** The attachment that goes with it is the JSON text of the kept rows. */
export type QueryResult = {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly JsonObject[]
  /** Null where counting all rows would have taken too long. */
  readonly rowCount: number | null
  /** How many rows the attachment holds. */
  readonly keptRows: number
}

export type FileFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet'

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
  convert: { input: ConvertInput; result: ConvertResult }
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
