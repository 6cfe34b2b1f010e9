import type { JsonObject } from '@parley/domain'
import { constantOf, NotPortable, planObject, planObjects } from './plan-node.ts'
import { writeAggregate } from './write-aggregate.ts'
import { writeExpression } from './write-expression.ts'

const RANKS: Readonly<Record<string, string>> = {
  WINDOW_ROW_NUMBER: 'row_number',
  WINDOW_RANK: 'rank',
  WINDOW_RANK_DENSE: 'dense_rank',
}
const NEIGHBOURS: Readonly<Record<string, string>> = {
  WINDOW_LAG: 'lagInFrame',
  WINDOW_LEAD: 'leadInFrame',
}

/** Writes a window function. Throws NotPortable for one that differs on the cluster. */
export function writeWindow(window: JsonObject, columns: readonly string[]): string {
  const kind = String(window.type)
  const isPlain = window.ignore_nulls !== true && window.exclude_clause === 'NO_OTHER'
  if (!isPlain || planObjects(window.arg_orders).length > 0) throw new NotPortable('one of its windows')
  const place = placeOf(window, columns)
  if (kind === 'WINDOW_AGGREGATE') {
    const over = ` OVER (${[...place, frameOf(window)].join(' ')})`
    return writeAggregate(window, { columns, over })
  }
  const rank = Object.hasOwn(RANKS, kind) ? RANKS[kind] : undefined
  if (rank !== undefined && window.filter_expr === undefined)
    return `toInt64(${rank}() OVER (${place.join(' ')}))`
  const neighbour = Object.hasOwn(NEIGHBOURS, kind) ? NEIGHBOURS[kind] : undefined
  const [value] = planObjects(window.children)
  if (neighbour === undefined || !value || window.default_expr !== undefined)
    throw new NotPortable('one of its window functions')
  const all = 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING'
  return `${neighbour}(${writeExpression(value, columns)}, ${offsetOf(window)}) OVER (${[...place, all].join(' ')})`
}

function placeOf(window: JsonObject, columns: readonly string[]): string[] {
  const partitions = planObjects(window.partitions).map((part) => writeExpression(part, columns))
  const orders = planObjects(window.orders).map((order) => writeOrder(order, columns))
  return [
    ...(partitions.length > 0 ? [`PARTITION BY ${partitions.join(', ')}`] : []),
    ...(orders.length > 0 ? [`ORDER BY ${orders.join(', ')}`] : []),
  ]
}

function offsetOf({ offset_expr: offset }: JsonObject): number {
  const count = offset === undefined ? 1 : constantOf(planObject(offset))
  if (typeof count !== 'number' || count < 0) throw new NotPortable('one of its window functions')
  return count
}

function frameOf(window: JsonObject): string {
  const start = edgeOf(String(window.start), window.start_expr)
  const end = edgeOf(String(window.end), window.end_expr)
  const isRows = [start, end].some(({ unit }) => unit === 'ROWS')
  const isRange = [start, end].some(({ unit }) => unit === 'RANGE')
  if (isRows && isRange) throw new NotPortable('one of its window frames')
  return `${isRows ? 'ROWS' : 'RANGE'} BETWEEN ${start.sql} AND ${end.sql}`
}

function edgeOf(
  kind: string,
  expression: JsonObject[string] | undefined,
): { readonly unit: 'ROWS' | 'RANGE' | null; readonly sql: string } {
  switch (kind) {
    case 'UNBOUNDED_PRECEDING':
      return { unit: null, sql: 'UNBOUNDED PRECEDING' }
    case 'UNBOUNDED_FOLLOWING':
      return { unit: null, sql: 'UNBOUNDED FOLLOWING' }
    case 'CURRENT_ROW_ROWS':
      return { unit: 'ROWS', sql: 'CURRENT ROW' }
    case 'CURRENT_ROW_RANGE':
      return { unit: 'RANGE', sql: 'CURRENT ROW' }
    case 'EXPR_PRECEDING_ROWS':
    case 'EXPR_FOLLOWING_ROWS': {
      const count = expression === undefined ? null : constantOf(planObject(expression))
      if (typeof count !== 'number' || count < 0) break
      return { unit: 'ROWS', sql: `${count} ${kind.startsWith('EXPR_P') ? 'PRECEDING' : 'FOLLOWING'}` }
    }
  }
  throw new NotPortable('one of its window frames')
}

/** Writes one item of ORDER BY. The plan names the place of NULL. */
function writeOrder(order: JsonObject, columns: readonly string[]): string {
  return `${writeExpression(planObject(order.expression), columns)} ${directionOf(order)}`
}

/** The direction of an item of ORDER BY. */
export function directionOf({ type, null_order: nulls }: JsonObject): string {
  const isKnown =
    (type === 'ASCENDING' || type === 'DESCENDING') && /^NULLS (FIRST|LAST)$/.test(String(nulls))
  if (!isKnown) throw new NotPortable('its order')
  return `${type === 'ASCENDING' ? 'ASC' : 'DESC'} ${nulls}`
}
