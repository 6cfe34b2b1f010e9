import type { JsonObject, JsonValue, ResultColumn } from '@parley/domain'
import { rewriteViews } from '../child/chart/view-tree.ts'
import { isJsonObject } from '../json.ts'
import type { ChartAggregate, RowFacts } from './aggregate-plan.ts'
import { definitionsOf, type Unit } from './chart-units.ts'
import { nameOf } from './name-aggregates.ts'
import { isOrdered } from './ordered-columns.ts'
import { aggregateOf, columnOf, type Reading } from './read-definition.ts'

type Context = {
  readonly facts: RowFacts
  readonly units: readonly Unit[]
  readonly readings: ReadonlyMap<JsonObject, Reading>
  readonly aggregates: ReadonlyMap<string, ChartAggregate>
  /** Whether the statement orders its rows. */
  readonly isOrdered: boolean
  readonly columns: readonly ResultColumn[]
}

/**
 * The spec over aggregated rows. Each aggregate stays, because the aggregate of a single row is the value of that row;
 * a count becomes a sum. What depended on the single rows is written out: extents of bins and orders of ordered
 * results.
 */
export function rewriteSpec(spec: JsonObject, context: Context): JsonObject {
  const countTitle = isJsonObject(spec.config) ? spec.config.countTitle : undefined
  const titled = titledAxes(context)
  return rewriteViews(spec, null, (view) => {
    const { encoding } = view
    if (!isJsonObject(encoding)) return { view, context: null }
    const isAggregated = (definitionsOf(view) ?? []).some(({ definition }) => 'aggregate' in definition)
    const rewritten = Object.entries(encoding).map(([channel, value]): [string, JsonValue] => {
      const one = (definition: JsonValue): JsonValue => {
        if (!isJsonObject(definition)) return definition
        const isTitled = titled.has(axisOf(channel))
        const written = rewriteDefinition(definition, { ...context, countTitle, isTitled })
        return { ...written, ...keptOrder({ channel, definition }, { ...context, isAggregated }) }
      }
      return [channel, Array.isArray(value) ? value.map(one) : one(value)]
    })
    return { view: { ...view, encoding: Object.fromEntries(rewritten) }, context: null }
  })
}

type WithTitle = Context & {
  readonly countTitle: JsonValue | undefined
  /** Whether the default title of the definition must be written out. */
  readonly isTitled: boolean
}

/**
 * The axes and legends that lose a default title, because an aggregate is named differently from its column. All of
 * their aggregates need written titles, because one written title replaces all default ones. For the same reason, an
 * axis with a title in the spec is left out.
 */
function titledAxes({ units, readings, aggregates }: Context): ReadonlySet<string> {
  const places = units.flatMap(({ definitions }) => definitions)
  const lost = places.filter(({ definition }) => {
    const reading = readings.get(definition)
    return reading?.kind === 'aggregate' && nameOf(reading, aggregates) !== reading.column
  })
  const given = places.filter(({ definition }) =>
    [definition, definition.axis, definition.legend].some((one) => isJsonObject(one) && 'title' in one),
  )
  const titled = new Set(given.map(({ channel }) => axisOf(channel)))
  return new Set(lost.map(({ channel }) => axisOf(channel)).filter((axis) => !titled.has(axis)))
}

/** The channel whose axis shows the title of a channel. */
function axisOf(channel: string): string {
  return channel.replace(/2$/, '')
}

function rewriteDefinition(definition: JsonObject, context: WithTitle): JsonObject {
  const reading = context.readings.get(definition)
  const sorted = { ...definition, ...rewrittenSort(definition, context) }
  if (reading?.kind === 'aggregate') return { ...sorted, ...rewrittenAggregate(reading, context) }
  if (reading?.kind !== 'key' || reading.by.kind !== 'bin') return sorted
  const extent = context.facts.extents.get(reading.column) ?? [0, 0]
  return { ...sorted, bin: { ...reading.by.settings, extent: [...extent] } }
}

function rewrittenAggregate(
  { op, column }: ChartAggregate,
  { aggregates, isTitled, countTitle = 'Count of Records' }: WithTitle,
): JsonObject {
  const name = nameOf({ op, column }, aggregates) ?? ''
  const title = isTitled ? { title: column === null ? countTitle : titleOf(op, column) } : {}
  if (name === column) return title
  return { field: name.replace(/[.[\]]/g, '\\$&'), aggregate: op === 'count' ? 'sum' : op, ...title }
}

/** The title that Vega-Lite gives. */
function titleOf(op: string, column: string): string {
  return `${op.charAt(0).toUpperCase()}${op.slice(1)} of ${column}`
}

function rewrittenSort({ sort }: JsonObject, { aggregates, columns }: Context): JsonObject {
  if (!isJsonObject(sort) || 'encoding' in sort) return {}
  const aggregate = aggregateOf(sort.op, sort.field, columns)
  const name = aggregate && nameOf(aggregate, aggregates)
  if (!aggregate || !name || name === aggregate.column) return {}
  return { sort: { ...sort, field: name, op: aggregate.op === 'count' ? 'sum' : aggregate.op } }
}

/** The order of the rows where an ordered statement orders the values of an axis. */
function keptOrder(
  place: { readonly channel: string; readonly definition: JsonObject },
  { isOrdered: isOrderedResult, isAggregated, columns, facts }: Context & { readonly isAggregated: boolean },
): JsonObject {
  if (!isOrderedResult || !isOrdered(place, columns)) return {}
  const name = columnOf(place.definition.field, columns)?.name ?? ''
  return !isAggregated || facts.grouped.has(name) ? { sort: null } : {}
}
