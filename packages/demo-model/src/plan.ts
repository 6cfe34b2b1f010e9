import type { Column, Table } from './catalog.ts'
import type { Aggregate, ChartType, Grain } from './read-question.ts'

export type Filter =
  | { readonly kind: 'in'; readonly column: Column; readonly values: readonly string[] }
  /** A proper name in one of several columns, in any letter case. */
  | { readonly kind: 'name'; readonly columns: readonly Column[]; readonly value: string }
  | { readonly kind: 'flag'; readonly column: Column; readonly isTrue: boolean }
  | { readonly kind: 'compare'; readonly column: Column; readonly operator: Operator; readonly value: number }
  | {
      readonly kind: 'years'
      readonly column: Column
      readonly from: number | null
      readonly to: number | null
    }
  /** The latest year in the table. */
  | { readonly kind: 'newest'; readonly column: Column }
  | { readonly kind: 'missing'; readonly column: Column }
  /** Months of any year, from 1. */
  | { readonly kind: 'months'; readonly column: Column; readonly months: readonly number[] }
  /** Days, both ends included, as in 2024-05-03. */
  | {
      readonly kind: 'dates'
      readonly column: Column
      readonly from: string | null
      readonly to: string | null
    }

export type Operator = '>' | '>=' | '<' | '<=' | '='

/** A measure: columns are added up row by row, then aggregated. Without columns the rows are counted. */
export type Measure = {
  /** In words: "maximum temperature", "number of cars". */
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
  /** True for largest first, false for smallest first, null for no order. */
  readonly isDescending: boolean | null
  readonly limit: number | null
  /** Whether the question asks for one row. The others are context. */
  readonly isSingle: boolean
  readonly hasShare: boolean
  /** The conditions that limit the whole of a share: "of the female penguins". */
  readonly whole: readonly Filter[]
  readonly chart: ChartType | null
}
