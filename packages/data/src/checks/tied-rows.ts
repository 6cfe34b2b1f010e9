import type { JsonObject } from '@parley/domain'
import type { Select, TokenRange } from '../statement/read-selects.ts'
import { type Check, columnOf, type StatementView, textOf } from './statement-view.ts'

/** Rows that are compared with the first one. */
const COMPARED_ROWS = 50
/** No name of a column in a statement. */
const ORDER_COLUMN = 'parley_order'

/** Says that further rows tie with the one that `ORDER BY … LIMIT 1` shows. */
export const checkTiedRows: Check = (view) => {
  const { selects, statement, result } = view
  const [outer] = selects
  const range = outer?.limit
  if (!outer || !range || outer.isPart || !outer.isPlain || outer.isDistinct) return []
  const [order, ...others] = outer.orderBy
  const isOne = range.to - range.from === 1 && statement.tokens[range.from]?.text === '1'
  if (!isOne || !order || others.length > 0 || result.rows.length !== 1) return []
  const { sql, tokens } = statement
  const listEnd = outer.items.at(-1)?.to
  const limit = tokens[range.from]
  if (listEnd === undefined || !limit) return []
  const shown = shownColumn(view, outer, order)
  const more = shown === null ? `, ${orderText(view, order)} AS ${ORDER_COLUMN}` : ''
  const end = tokens[listEnd - 1]?.end ?? 0
  const column = shown ?? ORDER_COLUMN
  return [
    {
      sql: `${sql.slice(0, end)}${more}${sql.slice(end, limit.start)}${COMPARED_ROWS}${sql.slice(limit.end)}`,
      read: (rows) => sentence(rows, { column, order: orderText(view, order) }),
    },
  ]
}

function sentence(
  rows: readonly JsonObject[],
  { column, order }: { column: string; order: string },
): string | null {
  const first = rows[0]?.[column]
  // A text such as 'null' stands for no value.
  if (first === undefined || first === null || /^(null|n\/?a)?$/i.test(String(first))) return null
  const tied = rows.filter((row) => row[column] === first)
  // Rows that show the same are one answer.
  const shown = new Set(tied.map((row) => JSON.stringify(row))).size
  if (shown < 2) return null
  const count = tied.length === COMPARED_ROWS ? `at least ${shown}` : shown
  return `LIMIT 1 shows one of ${count} rows that tie for the first place (${order} = ${String(first)}).`
}

/** The result column that the rows are ordered by, where the list of the SELECT shows it by its name. */
function shownColumn(view: StatementView, select: Select, order: TokenRange): string | null {
  const name = orderText(view, order).toLowerCase()
  if (columnOf(view, select, withoutDirection(view, order))) return null
  if (/^\d+$/.test(name)) return view.result.columns[Number(name) - 1] ?? null
  return view.result.columns.find((column) => column.toLowerCase() === name) ?? null
}

function orderText(view: StatementView, order: TokenRange): string {
  return textOf(view, withoutDirection(view, order))
}

function withoutDirection({ statement: { tokens } }: StatementView, { from, to }: TokenRange): TokenRange {
  const at = tokens.slice(from, to).findIndex(({ word, kind }) => kind === 'word' && DIRECTIONS.has(word))
  return { from, to: at < 0 ? to : from + at }
}

const DIRECTIONS = new Set(['asc', 'desc', 'nulls', 'collate'])
