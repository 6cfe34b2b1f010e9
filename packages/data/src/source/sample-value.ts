/** Samples of a column with many values. */
export const MAX_SAMPLES = 6
/** Rows of a table that are read for the samples of its columns. */
export const SAMPLED_ROWS = 50
/** A text column with at most this many values keeps them all as samples, so that a question finds each. */
export const MAX_LISTED_VALUES = 25

/** A sample value with at most this many characters. An ellipsis at its end says that it is cut. */
export function shortSample(value: string, maxCharacters: number): string {
  return value.length > maxCharacters ? `${value.slice(0, maxCharacters)}…` : value
}
