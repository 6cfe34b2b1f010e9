import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../json.ts'
import type { FilterValue, PushedFilter } from '../sandbox/tasks.ts'
import { list, nodesOf, text } from './syntax-tree.ts'

const OPERATORS: Readonly<Record<string, PushedFilter['operator']>> = {
  COMPARE_EQUAL: '=',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
}
const MIRRORED = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=', IN: 'IN' } as const

/**
 * Returns the comparisons with constants that the WHERE of a table's own SELECT requires of every row. They
 * refuse NULL, so they are also valid below outer joins. The statement applies them again afterwards.
 */
export function pushedFilters(tree: JsonObject, table: JsonObject): PushedFilter[] {
  const select = nodesOf(
    tree,
    (node) => node.type === 'SELECT_NODE' && tablesIn(node.from_table).includes(table),
  )[0]
  if (!select) return []
  const tables = tablesIn(select.from_table)
  const alias = (text(table.alias) || text(table.table_name)).toLowerCase()
  return conjuncts(select.where_clause ?? null).flatMap((condition) => {
    const filter = filterOf(condition)
    if (!filter) return []
    const names = list(filter.column.column_names).map((name) => text(name).toLowerCase())
    const isItsOwn = names.length === 2 ? names[0] === alias : names.length === 1 && tables.length === 1
    const column = names.at(-1)
    return isItsOwn && column !== undefined ? [{ ...filter, column }] : []
  })
}

/** The tables of a FROM clause; a subquery counts as another table. */
function tablesIn(from: JsonValue | undefined): JsonObject[] {
  if (!isJsonObject(from)) return []
  return from.type === 'JOIN' ? [...tablesIn(from.left), ...tablesIn(from.right)] : [from]
}

function conjuncts(condition: JsonValue): JsonObject[] {
  if (!isJsonObject(condition)) return []
  return condition.type === 'CONJUNCTION_AND' ? list(condition.children).flatMap(conjuncts) : [condition]
}

type Comparison = Omit<PushedFilter, 'column'> & { readonly column: JsonObject }

function filterOf(condition: JsonObject): Comparison | null {
  const operator = OPERATORS[text(condition.type)]
  if (operator) return comparison(condition.left, operator, condition.right)
  if (condition.type === 'COMPARE_IN') {
    const [column, ...values] = list(condition.children)
    const constants = values.map(constantOf)
    if (!isColumn(column) || constants.includes(null)) return null
    return { column, operator: 'IN', values: constants.filter((value) => value !== null) }
  }
  return null
}

function comparison(
  left: JsonValue | undefined,
  operator: PushedFilter['operator'],
  right: JsonValue | undefined,
): Comparison | null {
  const value = constantOf(right)
  if (isColumn(left) && value !== null) return { column: left, operator, values: [value] }
  const mirrored = constantOf(left)
  if (isColumn(right) && mirrored !== null)
    return { column: right, operator: MIRRORED[operator], values: [mirrored] }
  return null
}

function isColumn(node: JsonValue | undefined): node is JsonObject {
  return isJsonObject(node) && node.class === 'COLUMN_REF'
}

const NUMBER_TYPES = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'DOUBLE', 'FLOAT'])

/** A number, a text or a date literal; null for any other expression. */
function constantOf(node: JsonValue | undefined): FilterValue | null {
  if (!isJsonObject(node)) return null
  if (node.class === 'CAST' && isJsonObject(node.cast_type) && node.cast_type.id === 'DATE') {
    const inner = constantOf(node.child)
    return inner?.kind === 'text' && /^\d{4}-\d{2}-\d{2}$/.test(inner.value)
      ? { ...inner, kind: 'date' }
      : null
  }
  const { value } = node
  if (node.class !== 'CONSTANT' || !isJsonObject(value) || value.is_null !== false) return null
  const type = isJsonObject(value.type) ? text(value.type.id) : ''
  if (type === 'VARCHAR' && typeof value.value === 'string') return { kind: 'text', value: value.value }
  if (NUMBER_TYPES.has(type) && Number.isFinite(value.value))
    return { kind: 'number', value: String(value.value) }
  return null
}
