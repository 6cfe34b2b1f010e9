import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import type { ChartData } from './chart-data.ts'
import { columnKind } from './column-types.ts'

/** Channels whose type does not depend on the values, or that take the type of another channel. */
const SETTLED_CHANNELS = new Set(
  'latitude longitude row column facet shape strokeDash order x2 y2 theta2 radius2 latitude2 longitude2 xError xError2 yError yError2 detail href url key description'.split(
    ' ',
  ),
)
/** Marks that show a value by their length or height. */
const MEASURING_MARKS = new Set(['bar', 'line', 'area'])
const CONTINUOUS = new Set(['quantitative', 'temporal'])

/** Encodings by channel. */
type Encoding = Readonly<Record<string, JsonValue>>

/** An encoding of a view, with what it inherits from the views around it. */
export type EncodingPlace = {
  readonly encoding: Encoding
  readonly inherited: Encoding
  /** The type of the mark; null for a view without one. */
  readonly mark: string | null
  readonly data: ChartData
}

/**
 * The type to add to a channel without one; null where Vega-Lite decides itself. Its own rule draws every such field as
 * a category (https://vega.github.io/vega-lite/docs/type.html), which is right for integers such as years and wrong for
 * measures and dates. An integer becomes a measure only where a bar, line or area would otherwise show no value.
 */
export function missingType(channel: string, place: EncodingPlace): 'quantitative' | 'temporal' | null {
  const definition = place.encoding[channel]
  if (!isJsonObject(definition) || !isUntyped(channel, place)) return null
  const kind = kindOf(definition, place.data)
  if (kind === 'time') return 'temporal'
  if (kind === 'number') return 'quantitative'
  return kind === 'integer' && isOnlyMeasure(channel, place) ? 'quantitative' : null
}

function isUntyped(channel: string, { encoding, inherited }: EncodingPlace): boolean {
  const outer = inherited[channel]
  if (SETTLED_CHANNELS.has(channel) || (isJsonObject(outer) && 'type' in outer)) return false
  const definition = encoding[channel]
  if (!isJsonObject(definition) || typeof definition.field !== 'string') return false
  const { sort, scale } = definition
  const decides = ['type', 'aggregate', 'bin', 'timeUnit'].some((key) => key in definition)
  return !decides && !Array.isArray(sort) && !(isJsonObject(scale) && 'type' in scale)
}

function isOnlyMeasure(channel: string, { encoding, inherited, mark, data }: EncodingPlace): boolean {
  if (mark === null || !MEASURING_MARKS.has(mark) || (channel !== 'x' && channel !== 'y')) return false
  const other = { ...inherited, ...encoding }[channel === 'x' ? 'y' : 'x']
  if (!isJsonObject(other) || typeof other.field !== 'string') return false
  if (['aggregate', 'bin', 'timeUnit'].some((key) => key in other)) return false
  if (typeof other.type === 'string') return !CONTINUOUS.has(other.type)
  const kind = kindOf(other, data)
  return kind === 'text' || (kind === 'integer' && channel === 'y')
}

function kindOf({ field }: JsonObject, data: ChartData) {
  return typeof field === 'string' ? columnKind(field.replace(/\\([.[\]])/g, '$1'), data) : null
}
