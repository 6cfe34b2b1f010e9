import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'

const WIDTH = 600
/** Above this number of categories the width grows with it. */
const FITTING_CATEGORIES = 50
const CHARACTER_WIDTH = 7

/**
 * Gives a single chart over categories the default width, because Vega-Lite would shrink it to their number.
 * Rotates their labels only as far as necessary. Widths and angles of the spec are kept.
 */
export function layOut(spec: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const { encoding } = spec
  const isSingle =
    'mark' in spec &&
    isJsonObject(encoding) &&
    !('row' in encoding || 'column' in encoding || 'facet' in encoding)
  if (!isSingle || 'width' in spec || !isJsonObject(encoding.x)) return spec
  const { x } = encoding
  const isDiscrete = x.type === 'nominal' || x.type === 'ordinal'
  if (!isDiscrete || typeof x.field !== 'string' || 'timeUnit' in x || 'bin' in x) return spec
  const field = x.field.replace(/\\([.[\]])/g, '$1')
  const labels = new Set(rows.map((row) => labelOf(row[field])))
  if (labels.size > FITTING_CATEGORIES) return spec
  return { ...spec, width: WIDTH, encoding: { ...encoding, x: withLabelAngle(x, labels) } }
}

function withLabelAngle(x: JsonObject, labels: ReadonlySet<string>): JsonObject {
  const axis = x.axis ?? {}
  if (!isJsonObject(axis) || 'labelAngle' in axis) return x
  const longest = Math.max(...[...labels].map((label) => label.length))
  const isFitting = longest * CHARACTER_WIDTH <= WIDTH / labels.size
  return { ...x, axis: { ...axis, labelAngle: isFitting ? 0 : -40 } }
}

function labelOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
