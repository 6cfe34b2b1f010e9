import type { JsonObject, ResultColumn } from '@parley/domain'

/** How long a statement may run and how much of its result comes back. */
export type RowLimits = {
  /** Interrupt after this many milliseconds; the child is killed a second later. */
  readonly timeoutMs: number
  /** Rows and JSON bytes that come back as values. */
  readonly preview: { readonly rows: number; readonly bytes: number }
  /** Rows and JSON bytes that come back as the attachment, for charts. `columns` keeps these columns only. */
  readonly kept: { readonly rows: number; readonly bytes: number; readonly columns?: readonly string[] }
}

/** Rows of a result that is sent on while its statement runs. */
type RowBatch = {
  readonly columns: readonly ResultColumn[]
  /** The JSON text of a list of rows. */
  readonly bytes: Uint8Array
}

/**
 * Takes the rows of a result in batches, so that none is dropped. Resolves when the next batch may come. The
 * statement is cancelled when it rejects.
 */
export type RowSink = (batch: RowBatch) => Promise<void>

/**
 * An engine's estimate of a statement before running it. Figures that the engine does not give are absent.
 */
export type StatementEstimate = {
  /** Rows of the tables that are read, before the filters of the statement, once for each time that a join reads them. */
  readonly rowsRead?: number
  /** Rows of the result. */
  readonly resultRows?: number
  /** In units of the engine; comparable on one server only. */
  readonly cost?: number
}

/** Its attachment is the JSON text of the kept rows. */
export type QueryResult = {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly JsonObject[]
  /** Null when counting all rows would have taken too long. */
  readonly rowCount: number | null
  /** How many rows the attachment holds. */
  readonly keptRows: number
  /** How many bytes of the attachment are that text, where the values of the rows follow it; see `kept-values.ts`. */
  readonly textBytes?: number
  /** Absent when the engine gave no estimate. */
  readonly estimate?: StatementEstimate
  /** What reading the tables changed in their values, one sentence each. */
  readonly notes?: readonly string[]
}
