import type { ReadingNote } from '@parley/domain'
import type { TableReader } from '../table-reader.ts'
import type { Dialect } from './split-records.ts'
import type { TablePlan } from './table-plan.ts'

/** A table of a delimited file: its text as UTF-8, and what was decided about it. */
export type DelimitedTable = Pick<TableReader, 'name' | 'settings'> & {
  readonly path: string
  readonly dialect: Dialect
  readonly plan: TablePlan
  /** What the owner chose. */
  readonly decimalMark?: '.' | ','
  readonly notes: readonly ReadingNote[]
}
