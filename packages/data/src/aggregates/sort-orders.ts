import type { JsonObject, ResultColumn } from '@parley/domain'
import { isJsonObject } from '../json.ts'
import type { ChartAggregate, GroupKey } from './aggregate-plan.ts'
import type { Unit } from './chart-units.ts'
import { aggregateOf, type Reading } from './read-definition.ts'

/** Aggregates of groups that give those of their union. */
const COMBINED = new Set(['count', 'sum', 'min', 'max'])

type Context = {
  readonly readings: ReadonlyMap<JsonObject, Reading>
  readonly columns: readonly ResultColumn[]
  readonly keys: readonly GroupKey[]
}

/**
 * The aggregates by which a unit orders the values of its axes. Null where such an order needs the single rows: the mean
 * of a value is not the mean of the means of its groups.
 */
export function sortAggregates(unit: Unit, context: Context): readonly ChartAggregate[] | null {
  const found = unit.definitions.map(({ definition: { sort } }) => {
    if (sort === undefined || sort === null || Array.isArray(sort)) return []
    if (sort === 'ascending' || sort === 'descending') return []
    const aggregate = sortAggregate(sort, unit, context)
    const isExact = aggregate !== null && (COMBINED.has(aggregate.op) || context.keys.length === 1)
    return isExact ? [aggregate] : null
  })
  return found.every((aggregates) => aggregates !== null) ? found.flat() : null
}

/** The aggregate that a sort names by a field, or by a channel such as `-y`. */
function sortAggregate(sort: unknown, unit: Unit, { readings, columns }: Context): ChartAggregate | null {
  if (isJsonObject(sort) && !('encoding' in sort)) return aggregateOf(sort.op, sort.field, columns)
  const named = isJsonObject(sort) ? sort.encoding : sort
  if (typeof named !== 'string') return null
  const channel = named.replace(/^-/, '')
  const meant = unit.definitions.find((other) => other.channel === channel)
  const reading = meant && readings.get(meant.definition)
  return reading?.kind === 'aggregate' ? reading : null
}
