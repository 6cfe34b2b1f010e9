import type { Select } from '../statement/read-selects.ts'
import {
  aggregatesIn,
  type Check,
  columnOf,
  columnText,
  equalColumns,
  type NamedColumn,
  type Probe,
  type StatementView,
  tableText,
} from './statement-view.ts'

const REPEATABLE = new Set(['sum', 'avg', 'total'])

/** Says that a join repeats the rows of a table whose column is added up or averaged. */
export const checkRepeatedRows: Check = (view) =>
  view.selects.flatMap((select) => {
    const calls = select.items.flatMap((range) => aggregatesIn(view, select, range))
    const pairs = pairsOf(view, select)
    return calls.flatMap(({ name, isDistinct, argument }) => {
      const column = REPEATABLE.has(name) && !isDistinct ? columnOf(view, select, argument) : null
      if (!column) return []
      return pairs.flatMap((pair) => {
        const [own, other] = pair[0].item === column.item ? pair : [pair[1], pair[0]]
        const sentence = (most: string) =>
          `The join with ${other.table.name} repeats a row of ${own.table.name} up to ${most} times, so ${name}(${column.column.name}) counts it as often. Aggregate before joining.`
        return own.item === column.item ? [repetition(view, { own, other, sentence })] : []
      })
    })
  })

/** The equal columns that join two entries of a FROM clause. */
function pairsOf(view: StatementView, select: Select) {
  const ranges = [...select.from.flatMap(({ on }) => on), ...select.where]
  return ranges.map((range) => equalColumns(view, select, range)).filter((pair) => pair !== null)
}

type Repetition = {
  /** The ends of the join. */
  readonly own: NamedColumn
  readonly other: NamedColumn
  readonly sentence: (most: string) => string
}

/** Finds the most rows of the other table that one row of the table meets: the join repeats that row as often. */
function repetition(view: StatementView, { own, other, sentence }: Repetition): Probe {
  const end = columnText(view, other.column)
  const key = columnText(view, own.column)
  const [table, others] = [tableText(view, own.item), tableText(view, other.item)]
  return {
    sql: `SELECT count(*) AS n FROM ${others} WHERE ${end} IN (SELECT ${key} FROM ${table}) GROUP BY ${end} HAVING count(*) > 1 ORDER BY 1 DESC LIMIT 1`,
    read: ([row]) => (row ? sentence(String(row.n)) : null),
  }
}

/** Says that a join gives the same row several times, where no column of the joined table is shown. */
export const checkDuplicateRows: Check = (view) => {
  const { result, selects } = view
  const [select, ...others] = selects
  if (!select || others.length > 0 || select.isDistinct || select.groupBy.length > 0 || select.limit)
    return []
  if (select.from.length < 2 || result.rowCount === null || result.rows.length < result.rowCount) return []
  const shown = select.items.map((range) => columnOf(view, select, range))
  const [first] = shown
  if (!first || shown.some((column) => column?.item !== first.item)) return []
  const distinct = new Set(result.rows.map((row) => JSON.stringify(row))).size
  const repeated = result.rows.length - distinct
  if (repeated === 0) return []
  return pairsOf(view, select).flatMap((pair) => {
    const [own, other] = pair[0].item === first.item ? pair : [pair[1], pair[0]]
    if (own.item !== first.item) return []
    const sentence = `${repeated} of ${result.rows.length} rows repeat another one, because ${other.table.name} holds several rows for one of ${own.table.name}. Use DISTINCT where each counts once.`
    return [repetition(view, { own, other, sentence: () => sentence })]
  })
}

/**
 * Says that a condition such as `detail <> 'x'` excludes only some rows of a shown value, so that the value remains.
 */
export const checkExcludedDetails: Check = (view) =>
  view.selects.flatMap((select) => (select.parent === null && !select.isPart ? excluded(view, select) : []))

function excluded(view: StatementView, select: Select): Probe[] {
  const [first, ...more] = select.items
  const shown = first && columnOf(view, select, first)
  if (!shown || more.length > 0 || select.groupBy.length > 0 || !select.isPlain) return []
  const { tokens, sql } = view.statement
  const [item, ...joined] = select.from
  if (!item || joined.length > 0) return []
  return select.where.flatMap((range) => {
    const sign = tokens.slice(range.from, range.to).findIndex(({ text }) => text === '!' || text === '<')
    const [one, two, value] = tokens.slice(range.from + sign, range.to)
    const isUnequal = sign > 0 && (one?.text === '!' ? two?.text === '=' : two?.text === '>')
    const column = isUnequal ? columnOf(view, select, { from: range.from, to: range.from + sign }) : null
    if (
      !column ||
      column.item !== shown.item ||
      !value ||
      value.kind !== 'string' ||
      column.column === shown.column
    )
      return []
    const [name, detail] = [columnText(view, shown.column), columnText(view, column.column)]
    const table = tableText(view, item)
    return [
      {
        sql: `SELECT count(DISTINCT ${name}) AS n FROM ${table} WHERE ${detail} <> ${value.text} AND ${name} IN (SELECT ${name} FROM ${table} WHERE ${detail} = ${value.text})`,
        read: ([row]) =>
          row && Number(row.n) > 0
            ? `${String(row.n)} of the values of ${shown.column.name} also have a row with ${column.column.name} = ${value.text}; ${sql.slice(tokens[range.from]?.start, tokens[range.to - 1]?.end)} excludes only that row. Use NOT IN to exclude them.`
            : null,
      },
    ]
  })
}
