import type { JsonObject } from '@parley/domain'

/** The aggregates that DuckDB computes as Vega does. */
export type AggregateOp = 'count' | 'sum' | 'mean' | 'average' | 'min' | 'max' | 'median'

/** How a column divides rows into groups: by its values, its numbers, its seconds, its bins or parts of its times. */
type KeyKind =
  | { readonly kind: 'value' }
  | { readonly kind: 'number' }
  | { readonly kind: 'second' }
  /** `settings` are those of the bin transform of Vega, without an extent. */
  | { readonly kind: 'bin'; readonly settings: JsonObject }
  | { readonly kind: 'timeUnit'; readonly parts: readonly string[] }

/** A column that divides rows into groups. */
export type GroupKey = { readonly column: string; readonly by: KeyKind }

/** An aggregate of a column, or of all rows of a group where the column is null. */
export type ChartAggregate = { readonly op: AggregateOp; readonly column: string | null }

/** What a chart that only aggregates needs of its rows. */
export type AggregatePlan = {
  readonly keys: readonly GroupKey[]
  /** The aggregates by the columns of the aggregated rows that hold them. */
  readonly aggregates: ReadonlyMap<string, ChartAggregate>
  /** Columns whose values an axis shows in the order of the rows, if the rows of each value follow one another. */
  readonly ordered: ReadonlySet<string>
  /** The spec over the aggregated rows. */
  readonly rewrite: (facts: RowFacts) => JsonObject
}

/** What a plan must know of the rows before it is complete. */
export type RowFacts = {
  /** The smallest and the largest value of each binned column. */
  readonly extents: ReadonlyMap<string, readonly [number, number]>
  /** The ordered columns in which the rows of each value follow one another. */
  readonly grouped: ReadonlySet<string>
}
