import type { JsonObject, ResultColumn } from '@parley/domain'
import { columnKind } from '../child/chart/column-types.ts'
import { visitViews } from '../child/chart/view-tree.ts'
import { type ChannelDefinition, definitionsOf } from './chart-units.ts'
import { columnOf } from './read-definition.ts'

/** Channels that place categories beside each other. */
const ORDERED_CHANNELS = new Set(['x', 'y', 'row', 'column', 'facet'])

/**
 * The columns of an ordered result whose order an axis of categories may keep. Null where the type of an axis depends on
 * more than its column.
 */
export function orderedColumns(spec: JsonObject, columns: readonly ResultColumn[]): Set<string> | null {
  const names = new Set<string>()
  let isReadable = true
  visitViews(spec, null, (view) => {
    const definitions = definitionsOf(view) ?? []
    const raw = definitions.filter((place) => isOrdered(place, columns))
    const integers = raw.filter(({ definition }) => isUntypedInteger(definition, columns))
    if (integers.length > 0 && raw.length > 1) isReadable = false
    for (const { definition } of raw) names.add(columnOf(definition.field, columns)?.name ?? '')
    return null
  })
  return isReadable ? names : null
}

/** Whether a channel shows the values of a column as categories, in an order that the spec leaves open. */
export function isOrdered(
  { channel, definition }: ChannelDefinition,
  columns: readonly ResultColumn[],
): boolean {
  const column = columnOf(definition.field, columns)
  if (!ORDERED_CHANNELS.has(channel) || column === undefined) return false
  if (['sort', 'bin', 'timeUnit', 'aggregate'].some((key) => key in definition)) return false
  const kind = columnKind(column.name, { rows: [], columns })
  if (definition.type === undefined) return kind === 'text' || kind === 'integer'
  return definition.type === 'nominal' || (definition.type === 'ordinal' && kind === 'text')
}

function isUntypedInteger(definition: JsonObject, columns: readonly ResultColumn[]): boolean {
  const column = columnOf(definition.field, columns)
  return (
    definition.type === undefined &&
    column !== undefined &&
    columnKind(column.name, { rows: [], columns }) === 'integer'
  )
}
