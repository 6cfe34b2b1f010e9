import type { QueryableSource, SourceColumn, SourceTable } from '@parley/domain'

/** A column and its score, which compares with the scores of all columns of one search. */
type RankedColumn = { readonly column: SourceColumn; readonly score: number }

/** A table that a question may be about. */
export type TableHit = {
  readonly source: Omit<QueryableSource, 'tables' | 'connection' | 'unreachable' | 'offered'>
  readonly table: SourceTable
  /** All its columns, best first; their scores compare with those of the other hits of the same search. */
  readonly columns: readonly RankedColumn[]
}
