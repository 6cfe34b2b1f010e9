import { type ChosenType, fitToType } from '@parley/domain/column-type'
import { tableInSql } from '#web/console/queries/table-in-sql.ts'

export type WantedColumn = { readonly table: string; readonly column: string; readonly type: ChosenType }

/** Values that are named before a type changes. */
const SHOWN_MISFITS = 5

/** SQL that counts the values that would not fit, as `total`, and names the most frequent of them, as `value`. */
export function misfitsSql({ table, column, type }: WantedColumn): string {
  return `SELECT CAST(${column} AS VARCHAR) AS value, sum(count(*)) OVER () AS total FROM ${tableInSql(table)}
    WHERE ${column} IS NOT NULL AND (${fitToType(column, type)}) IS NULL
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${SHOWN_MISFITS}`
}
