import type { JsonObject, SourceColumn, SourceTable } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import type { StatementEstimate } from '../result/query-result.ts'
import { type FromItem, readSelects, type Select, type TokenRange } from '../statement/read-selects.ts'
import type { SqlToken } from '../statement/sql-tokens.ts'
import type { Statement } from '../statement/statement.ts'

/** A result that a check judges. */
export type CheckedResult = {
  readonly columns: readonly string[]
  /** The first rows. */
  readonly rows: readonly JsonObject[]
  /** Null where counting would have taken too long. */
  readonly rowCount: number | null
  /** Absent where the engine gave none. */
  readonly estimate?: StatementEstimate
}

/** A statement that ran, its result, and the catalog of the tables that it names. */
export type StatementView = {
  readonly statement: Statement
  readonly selects: readonly Select[]
  readonly result: CheckedResult
  /** The table of an entry of a FROM clause; null for a SELECT in brackets and for a name that WITH defines. */
  readonly tableOf: (item: FromItem) => SourceTable | null
}

/** A SELECT that settles a suspicion. It is bounded by the limits of every statement. */
export type Probe = {
  readonly sql: string
  /** Returns the sentence for the reader, a further probe, or null where nothing is wrong. */
  readonly read: (rows: readonly JsonObject[]) => string | Probe | null
}

/** Returns what may be wrong with a statement: sentences that are certain, and probes. It never guesses. */
export type Check = (view: StatementView) => readonly (string | Probe)[]

/** A column that a statement names, and the table that it belongs to. */
export type NamedColumn = {
  readonly item: FromItem
  readonly table: SourceTable
  readonly column: SourceColumn
}

/** Reads a statement for the checks. `tableAt` finds the table of the catalog that begins at a token. */
export function viewStatement(
  statement: Statement,
  { result, tableAt }: { result: CheckedResult; tableAt: (token: SqlToken) => SourceTable | null },
): StatementView {
  const tableOf = ({ path: [first] }: FromItem) => (first ? tableAt(first) : null)
  const isBounded = statement.tokens.length <= MAX_TOKENS
  const selects = isBounded ? readSelects(statement) : []
  const isWide = selects.some(({ from }) => from.length > MAX_TABLES)
  return { statement, selects: isWide ? [] : selects, result, tableOf }
}

/** Checks compare the parts of a statement with each other, so longer ones and wider joins are not checked. */
const MAX_TOKENS = 1000
const MAX_TABLES = 20

/** The text of a part of a statement, as it was written. */
export function textOf({ statement: { sql, tokens } }: StatementView, { from, to }: TokenRange): string {
  return sql.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
}

/** The name of a table as it was written, for a probe. */
export function tableText({ statement: { sql } }: StatementView, { path }: FromItem): string {
  return sql.slice(path[0]?.start ?? 0, path.at(-1)?.end ?? 0)
}

/** The name of a column of the catalog, for a probe. */
export function columnText({ statement }: StatementView, { name }: Pick<SourceColumn, 'name'>): string {
  return quotedName(name, statement.dialect)
}

/** The innermost SELECT around a token; null outside of all. */
export function selectAt({ selects }: StatementView, at: number): Select | null {
  return selects.findLast(({ whole }) => whole.from <= at && at < whole.to) ?? null
}

/** The table and column that `name` or `table.name` means in a SELECT; null for every other expression. */
export function columnOf(view: StatementView, select: Select, { from, to }: TokenRange): NamedColumn | null {
  const { tokens } = view.statement
  const [first, second] = [tokens[from], tokens[from + 2]]
  const isPath = to - from === 3 && tokens[from + 1]?.text === '.' && isName(second)
  if (!isName(first) || !(to - from === 1 || isPath)) return null
  const name = (isPath ? second : first)?.name.toLowerCase() ?? ''
  const alias = isPath ? first.name.toLowerCase() : null
  return columnNamed(view, select, { alias, name })
}

function isName(token: SqlToken | undefined): token is SqlToken {
  return token?.kind === 'word' || token?.kind === 'quoted'
}

function columnNamed(
  view: StatementView,
  select: Select,
  { alias, name }: { alias: string | null; name: string },
): NamedColumn | null {
  const items = select.from.filter((item) => alias === null || item.alias === alias)
  const tables = items.map((item) => ({ item, table: view.tableOf(item) }))
  const found = tables.flatMap(({ item, table }) => {
    const column = table && columnsByName(table).get(name)
    return table && column ? [{ item, table, column }] : []
  })
  // A table without a catalog may have a column of this name too.
  if (tables.some(({ table }) => table === null)) return null
  const [only, ...others] = found
  if (only) return others.length === 0 ? only : null
  return items.length === 0 || alias === null ? inParent(view, select, { alias, name }) : null
}

/** Built once for each table: a table may have thousands of columns. */
const COLUMNS = new WeakMap<SourceTable, ReadonlyMap<string, SourceColumn>>()

function columnsByName(table: SourceTable): ReadonlyMap<string, SourceColumn> {
  const known = COLUMNS.get(table)
  if (known) return known
  const columns = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]))
  COLUMNS.set(table, columns)
  return columns
}

function inParent(view: StatementView, { parent }: Select, name: { alias: string | null; name: string }) {
  return parent ? columnNamed(view, parent, name) : null
}

/** `left = right` between columns of two entries of a FROM clause; null for every other condition. */
export function equalColumns(
  view: StatementView,
  select: Select,
  range: TokenRange,
): readonly [NamedColumn, NamedColumn] | null {
  const sign = equalsSign(view, range)
  if (sign === null) return null
  const left = columnOf(view, select, { from: range.from, to: sign })
  const right = columnOf(view, select, { from: sign + 1, to: range.to })
  return left && right && left.item !== right.item ? [left, right] : null
}

function equalsSign({ statement: { tokens } }: StatementView, { from, to }: TokenRange): number | null {
  for (const at of [from + 1, from + 3]) if (at < to && tokens[at]?.text === '=') return at
  return null
}

const AGGREGATES = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'total',
  'group_concat',
  'string_agg',
  'median',
])

/** A call of an aggregate function in a part of a statement, with the range of its argument. */
export type AggregateCall = {
  readonly name: string
  readonly isDistinct: boolean
  readonly argument: TokenRange
}

/** The aggregate functions that a part of a SELECT calls, without those of SELECTs inside it. */
export function aggregatesIn(view: StatementView, select: Select, { from, to }: TokenRange): AggregateCall[] {
  const { tokens } = view.statement
  const calls: AggregateCall[] = []
  for (let at = from; at < to - 1; at++) {
    const { word = '', kind } = tokens[at] ?? {}
    if (kind !== 'word' || !AGGREGATES.has(word) || tokens[at + 1]?.text !== '(') continue
    if (selectAt(view, at) !== select) continue
    const end = closing(tokens, at + 1)
    const isDistinct = tokens[at + 2]?.word === 'distinct'
    const isWindow = tokens[end + 1]?.word === 'over' || tokens[end + 1]?.word === 'filter'
    if (!isWindow)
      calls.push({ name: word, isDistinct, argument: { from: at + (isDistinct ? 3 : 2), to: end } })
  }
  return calls
}

function closing(tokens: readonly SqlToken[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.text === '(') depth++
    if (tokens[at]?.text === ')' && --depth === 0) return at
  }
  return tokens.length
}
