import type { Column, Table } from './catalog.ts'
import type { Entity } from './find-groups.ts'
import type { Filter, Measure, Plan, PlanKind } from './plan.ts'
import type { Question } from './read-question.ts'

/** What was found in a question about one table. */
export type AskedParts = {
  readonly question: Question
  readonly table: Table
  readonly filters: readonly Filter[]
  readonly groups: readonly Column[]
  readonly entity: Entity | null
  readonly counted: Measure | null
  readonly measures: readonly Measure[]
}

/** Returns a plan of one kind with the conditions of the question. `rest` says what is special about it. */
export function draft({ question, table, filters }: AskedParts, kind: PlanKind, rest: Partial<Plan>): Plan {
  return {
    kind,
    table,
    measures: [],
    groups: [],
    time: null,
    label: null,
    filters,
    isDescending: null,
    limit: null,
    isSingle: false,
    hasShare: false,
    whole: [],
    chart: question.chart,
    ...rest,
  }
}
