import type { JsonObject } from '@parley/domain'
import { NotPortable, planObject, planObjects } from './plan-node.ts'
import { type NameColumns, type Relation, select } from './relation.ts'
import { writeComparison, writeExpression } from './write-expression.ts'

type Sides = { readonly left: Relation; readonly right: Relation }

const KINDS: Readonly<Record<string, string>> = {
  INNER: 'INNER JOIN',
  LEFT: 'LEFT JOIN',
  RIGHT: 'RIGHT JOIN',
  FULL: 'FULL JOIN',
}

/** Writes all pairs of the rows of two relations. */
export function writeCrossJoin(sides: Sides, nameColumns: NameColumns): Relation {
  return joined(sides, { kind: 'CROSS JOIN', on: '', nameColumns })
}

/** Writes a join. Throws NotPortable for a kind of join or a condition that the cluster does not have. */
export function writeJoin(join: JsonObject, sides: Sides, nameColumns: NameColumns): Relation {
  const maps = [join.left_projection_map, join.right_projection_map]
  if (maps.some((map) => Array.isArray(map) && map.length > 0)) throw new NotPortable('one of its joins')
  const conditions = planObjects(join.conditions)
  if (join.join_type === 'MARK') return marked(conditions, sides, nameColumns)
  const written = conditions.map((condition) => writeCondition(condition, sides))
  const equal = written.filter(({ isEqual }) => isEqual).map(({ sql }) => sql)
  const further = written.filter(({ isEqual }) => !isEqual).map(({ sql }) => sql)
  const known = String(join.join_type)
  const kind = Object.hasOwn(KINDS, known) ? KINDS[known] : undefined
  const isFiltered = further.length > 0
  if (kind === undefined || (known !== 'INNER' && (isFiltered || equal.length === 0)))
    throw new NotPortable(`a join of the kind ${known.replace(/\W/g, '')}`)
  const on = equal.length > 0 ? ` ON ${equal.join(' AND ')}` : ''
  const where = isFiltered ? ` WHERE ${further.join(' AND ')}` : ''
  return joined(sides, { kind: on === '' ? 'CROSS JOIN' : kind, on: `${on}${where}`, nameColumns })
}

function writeCondition({ comparison, left, right }: JsonObject, sides: Sides) {
  const sql = writeComparison(String(comparison), {
    left: writeExpression(planObject(left), sides.left.columns),
    right: writeExpression(planObject(right), sides.right.columns),
  })
  return { isEqual: comparison === 'COMPARE_EQUAL', sql }
}

function joined(
  { left, right }: Sides,
  {
    kind,
    on,
    nameColumns,
  }: { readonly kind: string; readonly on: string; readonly nameColumns: NameColumns },
): Relation {
  const columns = nameColumns(left.columns.length + right.columns.length)
  const items = [...left.columns, ...right.columns].map((column, at) => `${column} AS ${columns[at]}`)
  const sql = `SELECT ${items.join(', ') || '1'} FROM (${left.sql}) AS l ${kind} (${right.sql}) AS r${on}`
  return { sql, columns, order: [] }
}

/** `x IN (SELECT …)` as a column: NULL where SQL cannot tell, and false for no rows at all. */
function marked(conditions: readonly JsonObject[], sides: Sides, nameColumns: NameColumns): Relation {
  const [condition, ...others] = conditions
  if (!condition || others.length > 0 || condition.comparison !== 'COMPARE_EQUAL')
    throw new NotPortable('one of its subqueries')
  const value = writeExpression(planObject(condition.left), sides.left.columns)
  const found = writeExpression(planObject(condition.right), sides.right.columns)
  const among = (items: string, where = '') => `(SELECT ${items} FROM (${sides.right.sql})${where})`
  const isIn = `ifNull(in(${value}, ${among(`assumeNotNull(${found})`, ` WHERE isNotNull(${found})`)}), 0)`
  const cases = [
    `${among('count()')} = 0, false`,
    `isNull(${value}), NULL`,
    `${isIn} = 1, true`,
    `${among(`countIf(isNull(${found}))`)} > 0, NULL`,
  ]
  const mark = `multiIf(${cases.join(', ')}, false)`
  return select(sides.left, [...sides.left.columns, mark], { nameColumns })
}
