import type { JsonObject, ResultColumn } from '@parley/domain'
import type { AggregatePlan, GroupKey } from './aggregate-plan.ts'
import { type Unit, unitsOf } from './chart-units.ts'
import { nameAggregates } from './name-aggregates.ts'
import { orderedColumns } from './ordered-columns.ts'
import { type Reading, readDefinition } from './read-definition.ts'
import { rewriteSpec } from './rewrite-spec.ts'
import { sortAggregates } from './sort-orders.ts'

type Result = { readonly columns: readonly ResultColumn[]; readonly isOrdered: boolean }

/**
 * How to draw a chart from the aggregates of its rows in place of the rows. Null where it does not aggregate, or where
 * the picture might be another one.
 */
export function planAggregates(spec: JsonObject, { columns, isOrdered }: Result): AggregatePlan | null {
  const units = unitsOf(spec)
  if (units === null || new Set(columns.map(({ name }) => name)).size < columns.length) return null
  const readings = readUnits(units, columns)
  const keys = readings && commonKeys(units, readings)
  if (!readings || !keys) return null
  const sorts = units.map((unit) => sortAggregates(unit, { readings, columns, keys }))
  if (sorts.includes(null)) return null
  const read = [...readings.values()].filter((reading) => reading.kind === 'aggregate')
  if (read.length === 0) return null
  const aggregates = nameAggregates([...read, ...sorts.flatMap((found) => found ?? [])], { keys, columns })
  const ordered = isOrdered ? orderedColumns(spec, columns) : new Set<string>()
  if (ordered === null) return null
  const rewrite: AggregatePlan['rewrite'] = (facts) =>
    rewriteSpec(spec, { facts, units, readings, aggregates, isOrdered, columns })
  return { keys, aggregates, ordered, rewrite }
}

/** What each definition of the units takes from the rows; null where one cannot be computed. */
function readUnits(
  units: readonly Unit[],
  columns: readonly ResultColumn[],
): ReadonlyMap<JsonObject, Reading> | null {
  const readings = new Map<JsonObject, Reading>()
  for (const { channel, definition } of units.flatMap(({ definitions }) => definitions)) {
    const reading = readDefinition(channel, definition, columns)
    if (reading === null) return null
    readings.set(definition, reading)
  }
  return readings
}

/** The keys of the groups, which are the same in all units; null where they differ. */
function commonKeys(
  units: readonly Unit[],
  readings: ReadonlyMap<JsonObject, Reading>,
): readonly GroupKey[] | null {
  const ofUnits = units.map(({ definitions }) => {
    const keys = definitions.flatMap(({ definition }) => {
      const reading = readings.get(definition)
      return reading?.kind === 'key' ? [reading] : []
    })
    return new Map(keys.map(({ column, by }) => [JSON.stringify([column, by]), { column, by }]))
  })
  const [first] = ofUnits
  const nameOf = (keys: ReadonlyMap<string, GroupKey> | undefined) => [...(keys?.keys() ?? [])].sort().join()
  if (!first || ofUnits.some((keys) => nameOf(keys) !== nameOf(first))) return null
  // The aggregated rows hold one value of each column.
  const columns = [...first.values()].map(({ column }) => column)
  return new Set(columns).size === columns.length ? [...first.values()] : null
}
