/** What a column holds, counted over all rows. */
export type ColumnProfile = {
  readonly name: string
  readonly nullCount: number
  /** Different values; about this many where the profile says that they are estimated. */
  readonly distinctCount: number
  /** As text; null where the values have no order. */
  readonly minimum: string | null
  readonly maximum: string | null
  /** Ten equal parts of the range without labels, or the most frequent texts. Empty when counting took too long. */
  readonly bars: readonly { readonly label: string | null; readonly count: number }[]
}

/** What the columns of a table hold. */
export type TableProfile = {
  readonly rowCount: number
  /** Whether the numbers of different values are estimates. */
  readonly isDistinctEstimated: boolean
  readonly columns: readonly ColumnProfile[]
}
