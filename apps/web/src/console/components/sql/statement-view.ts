import type { ResultView } from '../result/result-view.ts'
import type { ShownRow } from '../result/rows.ts'
import { SQL_TEXTS as texts } from './texts.ts'

/** The result of a statement. */
export type SqlRows = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly ShownRow[]
  readonly row_count: number | null
  readonly truncated: boolean
  readonly notes: readonly string[]
}

/** The result of a statement for its card. */
export function statementView(
  { columns, rows, row_count: total, truncated, notes }: SqlRows,
  sql: string,
  title: string = texts.result,
): ResultView {
  return {
    title,
    rows,
    columns: columns.map(({ name }) => name),
    types: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
    total,
    isCut: truncated || (total !== null && total > rows.length),
    sql,
    step: null,
    chart: null,
    files: [],
    notes,
  }
}
