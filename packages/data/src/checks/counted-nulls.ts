import type { Select } from '../statement/read-selects.ts'
import {
  aggregatesIn,
  type Check,
  columnOf,
  columnText,
  type StatementView,
  tableText,
} from './statement-view.ts'

/** Says how many rows count(column) leaves out, because they have no value there. */
export const checkCountedNulls: Check = (view) =>
  view.selects.flatMap((select) => [...countedColumns(view, select), ...emptyExclusions(view, select)])

function countedColumns(view: StatementView, select: Select) {
  return select.items.flatMap((range) =>
    aggregatesIn(view, select, range).flatMap(({ name, isDistinct, argument }) => {
      const column = name === 'count' && !isDistinct ? columnOf(view, select, argument) : null
      // Behind LEFT JOIN a row without a match must not count.
      if (!column || column.item.join === 'left' || select.from.some(({ join }) => join === 'other'))
        return []
      const counted = columnText(view, column.column)
      return [
        {
          sql: `SELECT count(*) AS n FROM ${tableText(view, column.item)} WHERE ${counted} IS NULL`,
          read: ([row]: readonly { readonly [key: string]: unknown }[]) =>
            row && Number(row.n) > 0
              ? `count(${column.column.name}) leaves out rows without a value, of which ${column.table.name} has ${String(row.n)}. Use count(*) to count rows.`
              : null,
        },
      ]
    }),
  )
}

/** `NOT IN (SELECT column …)` is met by no row where the column has a NULL. */
function emptyExclusions(view: StatementView, select: Select) {
  const { tokens } = view.statement
  const at = select.whole.from
  const isExcluding =
    tokens[at - 1]?.text === '(' && tokens[at - 2]?.word === 'in' && tokens[at - 3]?.word === 'not'
  const [range, ...more] = select.items
  const column = isExcluding && range && more.length === 0 ? columnOf(view, select, range) : null
  if (!column || select.where.length > 0 || select.groupBy.length > 0) return []
  return [
    {
      sql: `SELECT 1 AS found FROM ${tableText(view, column.item)} WHERE ${columnText(view, column.column)} IS NULL LIMIT 1`,
      read: (rows: readonly unknown[]) =>
        rows.length > 0
          ? `NOT IN is true for no row, because ${column.table.name}.${column.column.name} has rows without a value. Leave them out with IS NOT NULL.`
          : null,
    },
  ]
}
