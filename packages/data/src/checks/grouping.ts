import type { FromItem, Select, TokenRange } from '../statement/read-selects.ts'
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
  textOf,
} from './statement-view.ts'

const LABEL = /(?:^|[^a-z])(?:name|title|label)$|[a-z](?:Name|Title|Label)$/
const LABEL_ALONE = /^(?:full)?(?:name|title|label)$/i

/**
 * Names of single things are rarely the same. A column with a smaller share of different names holds names of kinds.
 */
const NAMES_SHARE = 0.8

/** Says that a name that rows are grouped by stands for several rows of its table. */
export const checkGroupedNames: Check = (view) =>
  view.selects.flatMap((select) => {
    const hasAggregate = [...select.items, ...select.having, ...select.orderBy].some(
      (range) => aggregatesIn(view, select, range).length > 0,
    )
    const grouped = select.groupBy.map((range) => columnOf(view, select, range))
    if (!hasAggregate || grouped.includes(null) || !select.isPlain) return []
    return grouped.flatMap((column) => (column ? nameProbe(view, { select, column, grouped }) : []))
  })

function nameProbe(
  view: StatementView,
  {
    select,
    column,
    grouped,
  }: { select: Select; column: NamedColumn; grouped: readonly (NamedColumn | null)[] },
): Probe[] {
  const { item, table } = column
  const name = column.column.name
  if (!LABEL.test(name) && !LABEL_ALONE.test(name)) return []
  const others = grouped.filter((one) => one?.item === item && one !== column)
  const key = joinedEnd(view, select, item)
  if (key === null || others.length > 0 || key.column.name === name) return []
  const [label, id] = [columnText(view, column.column), columnText(view, key.column)]
  const from = tableText(view, item)
  return [
    {
      sql: `SELECT count(*) AS n, count(DISTINCT ${id}) AS keys, count(DISTINCT ${label}) AS names FROM ${from} WHERE ${id} IS NOT NULL`,
      read: ([counts]) =>
        // No note where the joined column is no key of its table, and where names repeat as names of kinds do.
        counts === undefined ||
        Number(counts.n) !== Number(counts.keys) ||
        Number(counts.names) < NAMES_SHARE * Number(counts.n)
          ? null
          : {
              sql: `SELECT ${label} AS name, count(*) AS n FROM ${from} WHERE ${label} IS NOT NULL GROUP BY ${label} HAVING count(*) > 1 ORDER BY 2 DESC LIMIT 1`,
              read: ([row]) =>
                row
                  ? `${name} is not unique in ${table.name}: ${String(row.n)} rows are named '${String(row.name)}'. Group by ${key.column.name} too.`
                  : null,
            },
    },
  ]
}

/** The column of an entry by which it is joined with another. */
function joinedEnd(view: StatementView, select: Select, item: FromItem): NamedColumn | null {
  const ranges = [...select.from.flatMap(({ on }) => on), ...select.where]
  const ends = ranges.flatMap((range) => equalColumns(view, select, range) ?? [])
  return ends.find((end) => end.item === item) ?? null
}

/** Says that an average is taken of averages, which weighs small groups like large ones. */
export const checkAverages: Check = (view) =>
  view.selects.flatMap((select) =>
    select.items.flatMap((range) =>
      aggregatesIn(view, select, range)
        .filter(({ name, argument }) => name === 'avg' && isAverage(view, select, argument))
        .map(
          () =>
            'The result is an average of averages: small groups weigh as much as large ones. Average the rows themselves unless that is meant.',
        ),
    ),
  )

/** Whether a SELECT inside the FROM clause names an average as this argument. */
function isAverage(view: StatementView, select: Select, argument: TokenRange): boolean {
  const name = view.statement.tokens[argument.to - 1]?.name.toLowerCase()
  return view.selects.some(
    (inner) =>
      inner !== select &&
      inner.groupBy.length > 0 &&
      inner.items.some(
        (range) =>
          view.statement.tokens[range.to - 1]?.name.toLowerCase() === name &&
          aggregatesIn(view, inner, range).some((call) => call.name === 'avg'),
      ),
  )
}

/** Engines that take the value of any row of a group for a column that is neither grouped nor aggregated. */
const PERMISSIVE = new Set(['sqlite'])

/** Says that a column is neither grouped nor aggregated, so that its value is that of any row. */
export const checkBareColumns: Check = (view) => {
  if (!PERMISSIVE.has(view.statement.dialect)) return []
  return view.selects.flatMap((select) => {
    const calls = select.items.flatMap((range) => aggregatesIn(view, select, range))
    // SQLite takes the other columns from the row of a single min() or max().
    const isOfExtreme = calls.length === 1 && (calls[0]?.name === 'min' || calls[0]?.name === 'max')
    const isGrouped = select.groupBy.length > 0 || calls.length > 0
    if (!isGrouped || isOfExtreme || !select.isPlain) return []
    const grouped = select.groupBy.map((range) => textOf(view, range).toLowerCase())
    const columns = select.groupBy.map((range) => columnOf(view, select, range))
    if (columns.includes(null)) return []
    return select.items.flatMap((range) => {
      const column = columnOf(view, select, range)
      if (!column || grouped.includes(textOf(view, range).toLowerCase())) return []
      if (columns.some((one) => one?.item === column.item && one.column === column.column)) return []
      return bareProbe(view, { select, column, columns: columns.filter((one) => one !== null) })
    })
  })
}

/** Settled by the rows: the column may depend on the grouped ones. */
function bareProbe(
  view: StatementView,
  { select, column, columns }: { select: Select; column: NamedColumn; columns: readonly NamedColumn[] },
): Probe[] {
  const { statement } = view
  const first = select.items[0]
  if (!first || select.parent !== null || select.isPart) return []
  const nameOf = ({ item, column: { name } }: NamedColumn) => `${item.alias}.${columnText(view, { name })}`
  const tail = statement.sql.slice(statement.tokens[select.items.at(-1)?.to ?? 0]?.start ?? 0)
  const end = select.having[0] ?? select.orderBy[0] ?? select.limit
  const from = end
    ? statement.sql.slice(statement.tokens[select.items.at(-1)?.to ?? 0]?.start ?? 0, clauseStart(view, end))
    : tail
  const sentence = `${column.table.name}.${column.column.name} is neither grouped nor aggregated: SQLite takes it from any row of the group.`
  return [
    {
      sql: `SELECT count(DISTINCT ${nameOf(column)}) AS n ${from}${columns.length === 0 ? '' : ' ORDER BY 1 DESC LIMIT 1'}`,
      read: ([row]) => (row && Number(row.n) > 1 ? sentence : null),
    },
  ]
}

/** Where the words of a clause begin: HAVING and LIMIT are one, ORDER BY two. */
function clauseStart({ statement: { tokens } }: StatementView, { from }: TokenRange): number {
  const word = tokens[from - 1]?.word === 'by' ? from - 2 : from - 1
  return tokens[word]?.start ?? 0
}

/** Says that a SELECT that stands for one value has several rows, of which the engine takes the first. */
export const checkScalarSelects: Check = (view) => {
  if (!PERMISSIVE.has(view.statement.dialect)) return []
  const { tokens } = view.statement
  return view.selects.flatMap((select) => {
    const at = select.whole.from
    const isCompared = tokens[at - 1]?.text === '(' && /^[=<>]$/.test(tokens[at - 2]?.text ?? '')
    const isOne =
      select.groupBy.length === 0 &&
      select.items.some((range) => aggregatesIn(view, select, range).length > 0)
    if (!isCompared || isOne || select.limit || select.isPart) return []
    return [
      {
        sql: `SELECT count(*) AS n FROM (${textOf(view, select.whole)}) AS parley_rows`,
        read: ([row]) =>
          row && Number(row.n) > 1
            ? `The SELECT behind ${tokens[at - 2]?.text} has ${String(row.n)} rows; SQLite compares with the first alone. Use IN, or a condition that leaves one row.`
            : null,
      },
    ]
  })
}

/** Says that the rows of groups show aggregates alone, so that no reader knows which row is of which group. */
export const checkUnnamedGroups: Check = (view) => {
  const [select] = view.selects
  const { rowCount } = view.result
  if (!select || select.isPart || !select.isPlain || select.groupBy.length === 0 || rowCount === null)
    return []
  const columns = select.groupBy.map((range) => columnOf(view, select, range))
  const isUnnamed = select.items.every((range) => aggregatesIn(view, select, range).length > 0)
  if (!isUnnamed || rowCount < 2 || columns.includes(null)) return []
  const names = columns.flatMap((one) => one?.column.name ?? []).join(', ')
  return [
    `The ${rowCount} rows do not show which group each is of: add ${names} to the SELECT list, or leave out GROUP BY for one figure of all rows.`,
  ]
}

/**
 * Says that every group has one row, because the grouped column has no value twice. Checked only where HAVING counts
 * rows, or the list does not show the column.
 */
export const checkSingleGroups: Check = (view) =>
  view.selects.flatMap((select) => {
    const [range, ...more] = select.groupBy
    const [item, ...joined] = select.from
    const isCounted = select.having.some((having) =>
      aggregatesIn(view, select, having).some(({ name, isDistinct }) => name === 'count' && !isDistinct),
    )
    const column = range && more.length === 0 && joined.length === 0 ? columnOf(view, select, range) : null
    if (!column || !item || !(isCounted || isHidden(view, select, column))) return []
    const name = columnText(view, column.column)
    return [
      {
        sql: `SELECT count(*) AS n, count(DISTINCT ${name}) AS keys FROM ${tableText(view, item)}`,
        read: ([row]) =>
          row && Number(row.n) > 1 && Number(row.n) === Number(row.keys)
            ? `Every group has one row, because ${column.table.name}.${column.column.name} has no value twice; group by what should be counted.`
            : null,
      },
    ]
  })

/** Whether a SELECT lists aggregates, but not the column that it groups by. */
function isHidden(view: StatementView, select: Select, { column }: NamedColumn): boolean {
  const hasAggregate = select.items.some((range) => aggregatesIn(view, select, range).length > 0)
  const isShown = select.items.some((range) => columnOf(view, select, range)?.column === column)
  return hasAggregate && !isShown && select.isPlain && select.parent === null
}
