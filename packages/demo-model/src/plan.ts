import type { Column, Table } from './catalog.ts'
import type { Aggregate, ChartType, Grain } from './read-question.ts'

export type Filter =
  | { readonly kind: 'in'; readonly column: Column; readonly values: readonly string[] }
  /** A name that stands in one of several columns, whatever its letter case. */
  | { readonly kind: 'name'; readonly columns: readonly Column[]; readonly value: string }
  | { readonly kind: 'flag'; readonly column: Column; readonly isTrue: boolean }
  | { readonly kind: 'compare'; readonly column: Column; readonly operator: Operator; readonly value: number }
  | {
      readonly kind: 'years'
      readonly column: Column
      readonly from: number | null
      readonly to: number | null
    }
  /** The latest year that the table holds. */
  | { readonly kind: 'newest'; readonly column: Column }
  | { readonly kind: 'missing'; readonly column: Column }
  | { readonly kind: 'month'; readonly column: Column; readonly month: number }

export type Operator = '>' | '>=' | '<' | '<=' | '='

/** What is measured: columns added up row by row, then aggregated. No columns: the rows are counted. */
export type Measure = {
  /** As a reader would say it: "maximum temperature", "number of cars". */
  readonly name: string
  readonly columns: readonly Column[]
  readonly aggregate: Aggregate | null
  readonly isDistinct: boolean
}

export type PlanKind =
  | 'scalar'
  | 'groups'
  | 'rank'
  | 'lookup'
  | 'rows'
  | 'relation'
  | 'distribution'
  | 'share'

/** A query of one table, before it is written as SQL. */
export type Plan = {
  readonly kind: PlanKind
  readonly table: Table
  readonly measures: readonly Measure[]
  readonly groups: readonly Column[]
  readonly time: { readonly column: Column; readonly grain: Grain } | null
  readonly label: Column | null
  readonly filters: readonly Filter[]
  /** Largest first, smallest first, or as it comes. */
  readonly isDescending: boolean | null
  readonly limit: number | null
  /** Whether one thing is asked for and the rest of the rows are company. */
  readonly isSingle: boolean
  readonly hasShare: boolean
  readonly chart: ChartType | null
}
