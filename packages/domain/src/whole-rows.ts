import type { JsonObject } from './json.ts'
import type { ResultColumn } from './query-result.ts'

/** Figures over all values of a column of numbers. */
export type ColumnFigures = {
  readonly column: string
  readonly count: number
  readonly distinct: number
  readonly sum: number
  readonly mean: number
  readonly min: number
  readonly max: number
  readonly median: number
}

/** The smallest and the largest value of a column of numbers. */
export type ColumnBounds = Pick<ColumnFigures, 'column' | 'min' | 'max'>

/** All rows of a result, which can be searched until they are disposed of. */
export type WholeRows = {
  /** A Parquet file, or packed rows of which it is made at the first reading. */
  readonly file: Uint8Array
  readonly isPacked: boolean
  /** In order. */
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  /** Of the columns that hold numbers. */
  readonly bounds: readonly ColumnBounds[]
  /** Of the same columns. Calculated at the first call: most answers need none, and a median sorts all values. */
  readonly figures: () => readonly ColumnFigures[]
  /** What one search takes. */
  readonly limits: SearchLimits
  /** Finds the rows that hold numbers and texts. Empty when a file cannot be read in five seconds. */
  readonly search: (search: RowSearch, signal: AbortSignal) => Promise<readonly FoundRow[]>
  /** Deletes the local file, if there is one. */
  readonly dispose: () => Promise<void>
}

/** The result of a step of which the trace holds a part. */
export type PartialResult = {
  readonly stepId: number
  /** Reads all rows. Throws an AppError that says why they are not kept. Call it at most once. */
  readonly readWhole: (signal: AbortSignal) => Promise<WholeRows>
}

/** The numbers and texts of an answer that may stand in a result. */
export type RowSearch = {
  readonly ranges: readonly { readonly column: string; readonly low: number; readonly high: number }[]
  readonly texts: readonly string[]
}

/** Ranges of numbers and texts of an answer that one search takes. */
export type SearchLimits = { readonly ranges: number; readonly texts: number }

/** A row of a whole result. `row` counts from 1. */
export type FoundRow = { readonly row: number; readonly values: JsonObject }
