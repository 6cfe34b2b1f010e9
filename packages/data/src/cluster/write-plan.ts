import type { JsonObject } from '@parley/domain'
import { NotPortable, planObject, planObjects } from './plan-node.ts'
import { columnNames, type NameColumns, orderBy, type Relation, select } from './relation.ts'
import { writeAggregate } from './write-aggregate.ts'
import { writeExpression } from './write-expression.ts'
import { writeCrossJoin, writeJoin } from './write-join.ts'
import { type ClusterTables, writeTable } from './write-table.ts'
import { directionOf, writeWindow } from './write-window.ts'

type Statement = ClusterTables & {
  readonly nameColumns: NameColumns
  /** What WITH defines, by its number. */
  readonly definitions: Map<number, Relation>
}

/**
 * Writes a bound plan of DuckDB as a statement of ClickHouse over Parquet files of the object store. Only constants of
 * the plan get into the statement, as literals: functions and operators are looked up, tables and columns are numbered.
 * So a compromised child can make the statement read nothing but the given tables.
 *
 * Throws NotPortable for a plan whose result on the cluster might differ.
 */
export function writePlan(plan: JsonObject, tables: ClusterTables): string {
  const statement = { ...tables, nameColumns: columnNames(), definitions: new Map() }
  const result = writeNode(plan, statement)
  const items = result.columns.length > 0 ? result.columns.join(', ') : '1'
  return `SELECT ${items} FROM (${result.sql})${orderBy(result)}`
}

type WriteNode = (node: JsonObject, statement: Statement) => Relation

const NODES: Readonly<Record<string, WriteNode>> = {
  LOGICAL_GET: (node, statement) => writeTable(node, statement, statement.nameColumns),
  LOGICAL_PROJECTION(node, statement) {
    const from = onlyChild(node, statement)
    return select(from, expressionsOf(node, from), statement)
  },
  LOGICAL_FILTER(node, statement) {
    const from = onlyChild(node, statement)
    const conditions = expressionsOf(node, from)
    return select(from, from.columns, { ...statement, after: ` WHERE ${conditions.join(' AND ')}` })
  },
  LOGICAL_AGGREGATE_AND_GROUP_BY: writeGroups,
  LOGICAL_WINDOW(node, statement) {
    const from = onlyChild(node, statement)
    const windows = planObjects(node.expressions).map((window) => writeWindow(window, from.columns))
    return select(from, [...from.columns, ...windows], statement)
  },
  LOGICAL_ORDER_BY: writeOrdered,
  LOGICAL_LIMIT: writeLimited,
  LOGICAL_DISTINCT(node, statement) {
    if (node.distinct_type !== 'DISTINCT') throw new NotPortable('DISTINCT ON')
    const from = onlyChild(node, statement)
    return select(from, from.columns, { ...statement, isDistinct: true })
  },
  LOGICAL_UNION: (node, statement) => writeSets(node, 'UNION', statement),
  LOGICAL_EXCEPT: (node, statement) => writeSets(node, 'EXCEPT', statement),
  LOGICAL_INTERSECT: (node, statement) => writeSets(node, 'INTERSECT', statement),
  LOGICAL_CROSS_PRODUCT: (node, statement) =>
    writeCrossJoin(bothChildren(node, statement), statement.nameColumns),
  LOGICAL_COMPARISON_JOIN: (node, statement) =>
    writeJoin(node, bothChildren(node, statement), statement.nameColumns),
  LOGICAL_MATERIALIZED_CTE(node, statement) {
    const [definition, query, ...others] = planObjects(node.children)
    if (!definition || !query || others.length > 0) throw new NotPortable('this statement')
    statement.definitions.set(Number(node.table_index), writeNode(definition, statement))
    return writeNode(query, statement)
  },
  LOGICAL_CTE_REF(node, statement) {
    const known = statement.definitions.get(Number(node.cte_index))
    if (!known || node.is_recurring === true) throw new NotPortable('a recursive WITH')
    // A statement may read the same rows twice.
    return select({ ...known, order: [] }, known.columns, statement)
  },
}

/** What people call the operators that the cluster has no equal of. */
const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  LOGICAL_DELIM_JOIN: 'a subquery that names a column around it',
  LOGICAL_ANY_JOIN: 'a join without an equal column',
  LOGICAL_RECURSIVE_CTE: 'a recursive WITH',
  LOGICAL_SAMPLE: 'a sample',
  LOGICAL_PIVOT: 'PIVOT',
  LOGICAL_UNNEST: 'UNNEST',
  LOGICAL_EXPRESSION_GET: 'VALUES',
  LOGICAL_DUMMY_SCAN: 'a SELECT without a table',
}

function writeNode(node: JsonObject, statement: Statement): Relation {
  const type = String(node.type)
  const write = Object.hasOwn(NODES, type) ? NODES[type] : undefined
  if (write) return write(node, statement)
  throw new NotPortable((Object.hasOwn(OPERATOR_NAMES, type) && OPERATOR_NAMES[type]) || 'this statement')
}

function onlyChild(node: JsonObject, statement: Statement): Relation {
  const [child, ...others] = planObjects(node.children)
  const projected = [node.projection_map, node.projections]
  const isProjected = projected.some((map) => Array.isArray(map) && map.length > 0)
  if (!child || others.length > 0 || isProjected) throw new NotPortable('this statement')
  return writeNode(child, statement)
}

function bothChildren(node: JsonObject, statement: Statement) {
  const [left, right, ...others] = planObjects(node.children)
  if (!left || !right || others.length > 0) throw new NotPortable('this statement')
  return { left: writeNode(left, statement), right: writeNode(right, statement) }
}

function expressionsOf({ expressions }: JsonObject, { columns }: Relation): string[] {
  return planObjects(expressions).map((expression) => writeExpression(expression, columns))
}

function writeGroups(node: JsonObject, statement: Statement): Relation {
  const from = onlyChild(node, statement)
  const groups = planObjects(node.groups).map((group) => writeExpression(group, from.columns))
  const sets = Array.isArray(node.grouping_sets) ? node.grouping_sets.length : 0
  if (sets > 1 || (Array.isArray(node.grouping_functions) && node.grouping_functions.length > 0))
    throw new NotPortable('several groupings at once')
  const aggregates = planObjects(node.expressions).map((aggregate) => {
    const isOnlyRow = aggregate.name === 'first' && isScalarSubquery(node)
    return isOnlyRow
      ? `any(${expressionsOf({ expressions: aggregate.children ?? null }, from).join(', ')})`
      : writeAggregate(aggregate, { columns: from.columns })
  })
  const after = groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : ''
  return select({ ...from, order: [] }, [...groups, ...aggregates], { ...statement, after })
}

/** DuckDB reads the only row of a scalar subquery like this, and counts the rows. It numbers no groupings then. */
function isScalarSubquery({ groups, groupings_index: index, expressions }: JsonObject): boolean {
  const names = planObjects(expressions).map(({ name }) => name)
  return (
    planObjects(groups).length === 0 && !Number.isSafeInteger(index) && names.join() === 'first,count_star'
  )
}

function writeOrdered(node: JsonObject, statement: Statement): Relation {
  const from = onlyChild(node, statement)
  const orders = planObjects(node.orders)
  const by = orders.map(({ expression }) => writeExpression(planObject(expression), from.columns))
  const made = select({ ...from, order: [] }, [...from.columns, ...by], statement)
  const { length } = from.columns
  const order = orders.map((item, at) => ({
    column: made.columns[length + at] ?? '',
    direction: directionOf(item),
  }))
  return { sql: made.sql, columns: made.columns.slice(0, length), order }
}

function writeLimited(node: JsonObject, statement: Statement): Relation {
  const from = onlyChild(node, statement)
  const limit = countOf(node.limit_val)
  const offset = countOf(node.offset_val)
  const limits = [limit === null ? '' : ` LIMIT ${limit}`, offset === null ? '' : ` OFFSET ${offset}`]
  return select(from, from.columns, { ...statement, after: `${orderBy(from)}${limits.join('')}` })
}

function countOf(value: JsonObject[string] | undefined): number | null {
  const { type, constant_integer: count } = planObject(value)
  if (type === 'UNSET') return null
  if (type === 'CONSTANT_VALUE' && typeof count === 'number' && count >= 0) return count
  throw new NotPortable('a LIMIT that is not a number')
}

function writeSets(node: JsonObject, name: string, statement: Statement): Relation {
  const { left, right } = bothChildren(node, statement)
  const isAll = node.setop_all === true
  if (isAll && name !== 'UNION') throw new NotPortable(`${name} ALL`)
  const columns = statement.nameColumns(left.columns.length)
  const selected = (side: Relation) => {
    const items = side.columns.map((column, at) => `${column} AS ${columns[at]}`)
    return `SELECT ${items.join(', ')} FROM (${side.sql})`
  }
  const sql = `${selected(left)} ${name} ${isAll ? 'ALL' : 'DISTINCT'} ${selected(right)}`
  return { sql: `SELECT ${columns.join(', ')} FROM (${sql})`, columns, order: [] }
}
