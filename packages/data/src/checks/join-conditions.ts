import type { SourceColumn, SourceKey, SourceTable } from '@parley/domain'
import type { FromItem, Select, TokenRange } from '../statement/read-selects.ts'
import {
  type Check,
  columnOf,
  columnText,
  equalColumns,
  type NamedColumn,
  type StatementView,
  tableText,
  textOf,
} from './statement-view.ts'

/** Says what is wrong with how a statement joins its tables. */
export const checkJoinConditions: Check = (view) =>
  view.selects.flatMap((select) => [
    ...crossJoins(view, select),
    ...otherKeys(view, select),
    ...undoneOuterJoins(view, select),
  ])

/** Tables that no condition links with those before them. */
function crossJoins(view: StatementView, select: Select): string[] {
  const { tokens } = view.statement
  const conditions = [...select.where, ...select.from.flatMap(({ on }) => on)]
  return select.from.flatMap((item, index) => {
    const isOpen = (item.join === 'comma' || item.join === 'inner') && item.on.length === 0 && !item.isNamed
    if (!isOpen || view.tableOf(item) === null) return []
    const isLinked = conditions.some((range) => {
      const named = select.from.filter((one) => mentions(view, { select, item: one, range }))
      return named.length > 1 && named.includes(item)
    })
    const before = select.from.slice(0, index)
    if (isLinked || before.some((one) => view.tableOf(one) === null)) return []
    if (select.where.some(({ from, to }) => tokens.slice(from, to).some(({ word }) => word === 'select')))
      return []
    return [
      `No condition joins ${nameOf(item)} with ${before.map(nameOf).join(', ')}: each row of one is combined with each row of the other.`,
    ]
  })
}

function mentions(
  view: StatementView,
  { select, item, range }: { select: Select; item: FromItem; range: TokenRange },
): boolean {
  const { tokens } = view.statement
  for (let at = range.from; at < range.to; at++) {
    const isPath = tokens[at + 1]?.text === '.'
    if (tokens[at - 1]?.text === '.') continue
    if (isPath && tokens[at]?.name.toLowerCase() === item.alias) return true
    if (!isPath && columnOf(view, select, { from: at, to: at + 1 })?.item === item) return true
  }
  return false
}

function nameOf({ path, alias }: FromItem): string {
  return path.at(-1)?.name ?? alias
}

/** Two tables joined by other columns than those of a declared key. */
function otherKeys(view: StatementView, select: Select): string[] {
  return joinsOf(view, select).flatMap(({ pair, range }) => {
    const [left, right] = pair
    const condition = `${left.table.name}.${left.column.name} = ${right.table.name}.${right.column.name}`
    const keys = keysBetween(pair)
    if (keys.some((key) => isJoinedBy(pair, key))) return []
    if (keys.length === 0) return wrongTargets(pair).map((target) => `${condition} joins by ${target}`)
    const meant = keys.map(({ from, key, to }) =>
      key.columns
        .map((column, at) => `${from}.${column} = ${to}.${key.tableColumns[at] ?? '?'}`)
        .join(' AND '),
    )
    const isKeyed = keys.some((key) => touches(pair, key))
    return range.isOnly && isKeyed
      ? [`${condition} is no declared key; the key is ${[...new Set(meant)].join(' or ')}.`]
      : []
  })
}

type Join = {
  readonly pair: readonly [NamedColumn, NamedColumn]
  /** Whether no other condition joins the same tables. */
  readonly range: { readonly isOnly: boolean }
}

/** Equal columns in ON, and `column IN (SELECT column …)`. */
function joinsOf(view: StatementView, select: Select): Join[] {
  const joined = select.from.flatMap(({ on }) => {
    const pairs = on.map((range) => equalColumns(view, select, range)).filter((pair) => pair !== null)
    return pairs.map((pair) => ({ pair, range: { isOnly: on.length === 1 } }))
  })
  const nested = containment(view, select)
  return nested ? [...joined, { pair: nested, range: { isOnly: true } }] : joined
}

/** The column before `IN (SELECT column …)` and the column of that SELECT. */
function containment(view: StatementView, select: Select): readonly [NamedColumn, NamedColumn] | null {
  const { tokens } = view.statement
  const at = select.whole.from
  const [item, ...more] = select.items
  if (
    !select.parent ||
    !item ||
    more.length > 0 ||
    tokens[at - 1]?.text !== '(' ||
    tokens[at - 2]?.word !== 'in'
  )
    return null
  const to = tokens[at - 3]?.word === 'not' ? at - 3 : at - 2
  const from = tokens[to - 2]?.text === '.' ? to - 3 : to - 1
  const [outer, inner] = [columnOf(view, select.parent, { from, to }), columnOf(view, select, item)]
  return outer && inner && inner.item !== outer.item ? [outer, inner] : null
}

/** The keys of the joined columns that lead to another table than the one they are joined with. */
function wrongTargets(pair: readonly [NamedColumn, NamedColumn]): string[] {
  const targets = pair.map(({ table, column }) => keyOf(table, column))
  const [left, right] = targets
  // Both are keys, perhaps to one third table that the statement need not read.
  if (left && right) return []
  return pair.flatMap(({ table, column }, at) => {
    const target = targets[at]
    const other = pair[1 - at]
    if (!target || !other || target.table.toLowerCase() === other.table.name.toLowerCase()) return []
    if (other.column.name.toLowerCase() === column.name.toLowerCase()) return []
    return [
      `a key of another table: ${table.name}.${column.name} leads to ${target.table}.${target.tableColumns[0] ?? ''}.`,
    ]
  })
}

/** The declared key that consists of this column alone. */
function keyOf(table: SourceTable, column: SourceColumn): SourceKey | undefined {
  return table.keys?.find(
    ({ columns }) => columns.length === 1 && columns[0]?.toLowerCase() === column.name.toLowerCase(),
  )
}

type KeyBetween = { readonly from: string; readonly key: SourceKey; readonly to: string }

function keysBetween([left, right]: readonly [NamedColumn, NamedColumn]): KeyBetween[] {
  const directed = [
    [left.table, right.table],
    [right.table, left.table],
  ] as const
  return directed.flatMap(([from, to]) =>
    (from.keys ?? [])
      .filter(({ table }) => table.toLowerCase() === to.name.toLowerCase())
      .map((key) => ({ from: from.name, key, to: to.name })),
  )
}

/** Whether the columns are the ends of a key, or of two keys to the same column of a third table. */
function isJoinedBy(pair: readonly [NamedColumn, NamedColumn], { from, key }: KeyBetween): boolean {
  const ends = pair[0].table.name === from ? pair : [pair[1], pair[0]]
  const names = ends.map((end) => end?.column.name.toLowerCase())
  return key.columns.some(
    (column, at) =>
      column.toLowerCase() === names[0] && (key.tableColumns[at] ?? column).toLowerCase() === names[1],
  )
}

/** Whether one of the columns is a part of the key. Other columns, such as names, are compared on purpose. */
function touches(pair: readonly [NamedColumn, NamedColumn], { from, key }: KeyBetween): boolean {
  return pair.some(({ table, column }) =>
    (table.name === from ? key.columns : key.tableColumns).some(
      (name) => name.toLowerCase() === column.name.toLowerCase(),
    ),
  )
}

/** A condition of WHERE on the right side of LEFT JOIN, which drops the rows without a match. */
function undoneOuterJoins(view: StatementView, select: Select): string[] {
  const { tokens } = view.statement
  return select.from.flatMap((item) => {
    if (item.join !== 'left' || view.tableOf(item) === null) return []
    const undoing = select.where.find((range) => {
      const words = tokens.slice(range.from, range.to).map(({ word }) => word)
      const isOpen = words.some(
        (word) => word === 'null' || word === 'coalesce' || word === 'ifnull' || word === 'or',
      )
      const sign = tokens.slice(range.from, range.to).findIndex(({ text }) => /^[=<>!]$/.test(text))
      if (isOpen || sign < 0) return false
      return columnOf(view, select, { from: range.from, to: range.from + sign })?.item === item
    })
    return undoing
      ? [
          `The condition ${textOf(view, undoing)} drops the rows that LEFT JOIN keeps without a match in ${nameOf(item)}; move it into ON to keep them.`,
        ]
      : []
  })
}

/** Two ends of a join without a common value. */
export const checkEmptyJoins: Check = (view) => {
  if (view.result.rowCount !== 0) return []
  return view.selects.flatMap((select) =>
    select.from.flatMap((item) =>
      item.on.flatMap((range) => {
        const pair = equalColumns(view, select, range)
        if (!pair) return []
        const [left, right] = pair
        const [a, b] = [columnText(view, left.column), columnText(view, right.column)]
        return [
          {
            sql: `SELECT 1 AS found FROM ${tableText(view, left.item)} WHERE ${a} IN (SELECT ${b} FROM ${tableText(view, right.item)}) LIMIT 1`,
            read: (rows: readonly unknown[]) =>
              rows.length > 0
                ? null
                : `The result is empty because no value of ${left.table.name}.${left.column.name} occurs in ${right.table.name}.${right.column.name}; join by other columns.`,
          },
        ]
      }),
    ),
  )
}
