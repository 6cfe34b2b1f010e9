import { NotPortable } from './plan-node.ts'

/** A SELECT without its order, whose columns have names that occur nowhere else in the statement. */
export type Relation = {
  readonly sql: string
  readonly columns: readonly string[]
  /** Columns that order its rows, with their directions; some of them are not among `columns`. */
  readonly order: readonly OrderedColumn[]
}

type OrderedColumn = { readonly column: string; readonly direction: string }

/** Makes the given number of names that no other call made. */
export type NameColumns = (count: number) => string[]

/** Longer statements are not sent: a part that a statement names twice is written twice. */
const MAX_CHARACTERS = 200_000

/** Returns a source of names for one statement. */
export function columnNames(): NameColumns {
  let level = 0
  return (count) => {
    level++
    return Array.from({ length: count }, (_, index) => `c${level}_${index}`)
  }
}

type Clauses = {
  readonly nameColumns: NameColumns
  readonly isDistinct?: boolean
  /** Text after FROM. */
  readonly after?: string
}

/** A SELECT of expressions over a relation. The columns that order the rows go with it, unless rows become one. */
export function select(
  from: Relation,
  expressions: readonly string[],
  { nameColumns, isDistinct = false, after = '' }: Clauses,
): Relation {
  const columns = nameColumns(expressions.length)
  const kept = isDistinct ? [] : from.order
  const hidden = nameColumns(kept.length)
  const items = [
    ...expressions.map((sql, index) => `${sql} AS ${columns[index]}`),
    ...kept.map(({ column }, index) => `${column} AS ${hidden[index]}`),
  ]
  const order = kept.map(({ direction }, index) => ({ column: hidden[index] ?? '', direction }))
  // A statement may need rows without any of their columns.
  const selected = items.length > 0 ? items.join(', ') : '1'
  const sql = `SELECT ${isDistinct ? 'DISTINCT ' : ''}${selected} FROM (${from.sql})${after}`
  if (sql.length > MAX_CHARACTERS) throw new NotPortable('a statement that long')
  return { sql, columns, order }
}

/** ` ORDER BY …`; empty without an order. */
export function orderBy({ order }: Relation): string {
  const items = order.map(({ column, direction }) => `${column} ${direction}`)
  return items.length > 0 ? ` ORDER BY ${items.join(', ')}` : ''
}
