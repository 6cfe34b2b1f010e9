import type { JsonObject } from './json.ts'

/** A column of a result, with the engine's native type name. */
export type ResultColumn = { readonly name: string; readonly type: string }

/** The result of a statement for a person. `rows` are the first of `rowCount`. */
export type StatementResult = {
  /** In order. Present also when there are no rows. */
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly JsonObject[]
  /** Null where counting would have taken too long. */
  readonly rowCount: number | null
  /** Notes about the run, one sentence each. */
  readonly notes: readonly string[]
}

/** The whole result of a statement. */
export type WholeResult = {
  /** In order. */
  readonly columns: readonly ResultColumn[]
  /** All rows in batches. The caller must begin to read them, and may stop at any time. */
  readonly rows: AsyncGenerator<readonly JsonObject[], void, void>
}

/** The rows of a table that is to be written as a file. */
export type TableLines = {
  readonly name: string
  /** With types of DuckDB. */
  readonly columns: readonly ResultColumn[]
  /** The rows as JSON objects, each ended by a line break. Values that a double would round are text. */
  readonly lines: Iterable<string>
}
