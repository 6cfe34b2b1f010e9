import type { JsonObject, JsonValue } from '@parley/domain'
import { visitViews } from '../child/chart/view-tree.ts'
import { placesOf } from '../child/chart/walk.ts'
import { isJsonObject } from '../json.ts'

/** A definition of a channel. */
export type ChannelDefinition = { readonly channel: string; readonly definition: JsonObject }

/** A view with a mark: its own definitions, and those of the views around it. */
export type Unit = { readonly definitions: readonly ChannelDefinition[] }

const MARKS = new Set('bar line area point circle square tick rect rule text arc'.split(' '))
const CHANNELS = new Set(
  `x y x2 y2 xOffset yOffset theta theta2 radius radius2 color fill stroke opacity fillOpacity strokeOpacity size
  strokeWidth shape strokeDash angle text detail tooltip order row column facet`.split(/\s+/),
)
const PROPERTIES = new Set(
  `$schema data name title description width height autosize padding background view bounds align center spacing columns
  mark encoding resolve config layer concat hconcat vconcat usermeta`.split(/\s+/),
)
/** Properties anywhere in a spec that read fields of drawn items, or rows before their aggregation. */
const READS_ITEMS = new Set(['expr', 'condition', 'test', 'fieldTitle', 'useUnaggregatedDomain'])

/** The views with marks of a spec; null where a view does more than encode grouped and aggregated columns. */
export function unitsOf(spec: JsonObject): readonly Unit[] | null {
  const units: Unit[] = []
  let isReadable = ![...placesOf(spec)].some(
    ({ key, value }) => READS_ITEMS.has(key) || value === 'unaggregated',
  )
  visitViews<readonly ChannelDefinition[]>(spec, [], (view, outer) => {
    const own = definitionsOf(view)
    const isKnown = Object.keys(view).every((key) => PROPERTIES.has(key))
    // A view may complete the definition of a channel that a view around it has begun.
    const isRepeated = own?.some(({ channel }) => outer.some((other) => other.channel === channel))
    if (own === null || !isKnown || isRepeated || hasOtherMark(view)) isReadable = false
    const definitions = [...outer, ...(own ?? [])]
    if ('mark' in view) units.push({ definitions })
    return definitions
  })
  return isReadable && units.length > 0 ? units : null
}

function hasOtherMark({ mark }: JsonObject): boolean {
  if (mark === undefined) return false
  const type = isJsonObject(mark) ? mark.type : mark
  return typeof type !== 'string' || !MARKS.has(type)
}

/** The definitions that a view has itself; null where one is of a channel outside `CHANNELS`. */
export function definitionsOf({ encoding = {} }: JsonObject): readonly ChannelDefinition[] | null {
  if (!isJsonObject(encoding) || Object.keys(encoding).some((channel) => !CHANNELS.has(channel))) return null
  const entries = Object.entries(encoding).flatMap(([channel, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: JsonValue) => [channel, one] as const),
  )
  const read = entries.map(([channel, one]) =>
    one === null || isJsonObject(one) ? { channel, definition: one ?? { value: null } } : null,
  )
  return read.every((definition) => definition !== null) ? read : null
}
