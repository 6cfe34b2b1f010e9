import type { JsonObject } from '@parley/domain'
import { converted, integerDigits } from './clickhouse-types.ts'
import { NotPortable, type PlanType, planObject, planObjects, typeOfExpression } from './plan-node.ts'
import { writeExpression } from './write-expression.ts'

type Aggregated = {
  /** The argument, without the rows that FILTER leaves out. */
  readonly value: string
  readonly type: PlanType
  readonly result: PlanType
  readonly isDistinct: boolean
  /** ` OVER (…)` of a window; empty for an aggregate over groups. */
  readonly over: string
}

/**
 * Writes an aggregate of DuckDB, over groups or over a window. Throws NotPortable for one whose value depends on the order
 * of rows or is estimated on the cluster.
 */
export function writeAggregate(
  aggregate: JsonObject,
  { columns, over = '' }: { readonly columns: readonly string[]; readonly over?: string },
): string {
  const name = String(aggregate.name)
  const [argument, ...others] = planObjects(aggregate.children)
  const filter = aggregate.filter ?? aggregate.filter_expr
  if (others.length > 0 || aggregate.order_bys !== undefined) throw notPortable(name)
  const isMet = filter === undefined ? null : writeExpression(planObject(filter), columns)
  if (!argument) return countOfRows(name, { isMet, over })
  const value = writeExpression(argument, columns)
  const written = Object.hasOwn(AGGREGATES, name)
    ? AGGREGATES[name]?.({
        value: isMet === null ? value : `if(${isMet}, ${value}, NULL)`,
        type: typeOfExpression(argument),
        result: typeOfExpression(aggregate),
        isDistinct: aggregate.aggregate_type === 'DISTINCT' || aggregate.distinct === true,
        over,
      })
    : null
  if (written == null) throw notPortable(name)
  return written
}

function notPortable(name: string): NotPortable {
  return new NotPortable(`the function ${name.replace(/\W/g, '')}`)
}

function countOfRows(name: string, { isMet, over }: { isMet: string | null; over: string }): string {
  if (name !== 'count_star' && name !== 'count') throw notPortable(name)
  return isMet === null ? `toInt64(count()${over})` : `toInt64(countIf(ifNull(${isMet}, false))${over})`
}

const AGGREGATES: Readonly<Record<string, (call: Aggregated) => string | null>> = {
  count: ({ value, isDistinct, over }) =>
    isDistinct ? withoutWindow(`toInt64(uniqExact(${value}))`, over) : `toInt64(count(${value})${over})`,
  count_if: ({ value, isDistinct, result, over }) =>
    isDistinct ? null : converted(`countIf(ifNull(${value}, false))${over}`, result),
  sum,
  avg: average,
  mean: average,
  min: ({ value, type, over }) => (isOrdered(type) ? `min(${value})${over}` : null),
  max: ({ value, type, over }) => (isOrdered(type) ? `max(${value})${over}` : null),
  bool_and: ({ value, over }) => `min(${value})${over}`,
  bool_or: ({ value, over }) => `max(${value})${over}`,
  median,
  stddev: spread('stddevSampStable'),
  stddev_samp: spread('stddevSampStable'),
  variance: spread('varSampStable'),
  var_samp: spread('varSampStable'),
  stddev_pop: spread('stddevPopStable', 1),
  var_pop: spread('varPopStable', 1),
}

function isOrdered({ id }: PlanType): boolean {
  return id !== 'NULL'
}

function withoutWindow(sql: string, over: string): string | null {
  return over === '' ? sql : null
}

function sum({ value, type, result, isDistinct, over }: Aggregated): string | null {
  const distinct = isDistinct ? 'DISTINCT ' : ''
  if (isDistinct && over !== '') return null
  if (integerDigits(type) !== null || type.id === 'BOOLEAN')
    return `sum(${distinct}toInt128(${value}))${over}`
  if (type.id === 'DOUBLE') return `sum(${distinct}${value})${over}`
  return type.id === 'DECIMAL'
    ? converted(`sum(${distinct}${converted(value, result)})${over}`, result)
    : null
}

function average({ value, type, isDistinct, over }: Aggregated): string | null {
  if (isDistinct) return null
  if (type.id === 'DOUBLE') return `avg(${value})${over}`
  const isExact = type.id === 'DECIMAL' || integerDigits(type) !== null
  const exact = type.id === 'DECIMAL' ? converted(value, { ...type, width: 38 }) : `toInt128(${value})`
  return isExact ? `divide(toFloat64(sum(${exact})${over}), count(${value})${over})` : null
}

function median({ value, type, isDistinct, over }: Aggregated): string | null {
  const isNumber = type.id === 'DOUBLE' || (integerDigits(type) ?? Number.POSITIVE_INFINITY) <= 10
  if (isDistinct || over !== '' || !isNumber) return null
  return `if(count(${value}) = 0, NULL, quantileExactInclusive(0.5)(toFloat64(${value})))`
}

/** Writes a measure that is NULL where there are fewer than `least` values. */
function spread(name: string, least = 2): (call: Aggregated) => string | null {
  return ({ value, type, isDistinct, over }) =>
    isDistinct || type.id !== 'DOUBLE'
      ? null
      : `if(count(${value})${over} < ${least}, NULL, ${name}(${value})${over})`
}
