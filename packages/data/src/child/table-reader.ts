/** A FROM clause that reads one table of an uploaded file. */
export type TableReader = {
  readonly name: string
  readonly from: string
  /** The same with columns as the text that stands in the file; absent where no number has many digits. */
  readonly asText?: (columns: readonly string[]) => string
  /** What to read instead when reading fails in a way that can be avoided; null when there is nothing. */
  readonly widened?: (error: unknown) => TableReader | null
}
