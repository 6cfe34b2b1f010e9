import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { textWidth } from './measure-text.ts'

const WIDTH = 600
/** Above this number of categories the width grows with it. */
const FITTING_CATEGORIES = 50
const LABEL_FONT_PX = 11
const LABEL_GAP_PX = 6
/** The longest side of a chart of many categories. */
const MAX_SIDE = 4000
/** Pixels of one category as Vega-Lite and the theme set them. */
const STEPS_PX = { x: 20, y: 24 }

/**
 * Gives a chart of one view over categories the default width, because Vega-Lite would shrink it to their number. Rotates
 * their labels only as far as necessary. Very many categories share the longest side that is drawn. Sizes and angles of
 * the spec are kept.
 */
export function layOut(spec: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const encoding = spec.encoding ?? {}
  if (!isJsonObject(encoding) || ['row', 'column', 'facet'].some((channel) => channel in encoding))
    return spec
  if (Array.isArray(spec.layer)) return 'width' in spec ? spec : layOutLayers(spec, spec.layer, rows)
  if (!('mark' in spec)) return spec
  const wide = 'width' in spec ? spec : layOutAcross(spec, encoding, rows)
  return 'height' in spec ? wide : layOutDown(wide, encoding, rows)
}

/** Layers share their axes, so that the categories of all of them have to fit. */
function layOutLayers(
  spec: JsonObject,
  layers: readonly JsonValue[],
  rows: readonly JsonObject[],
): JsonObject {
  const views = [spec, ...layers].map((view) => (isJsonObject(view) ? view : {}))
  const across = views.flatMap(({ encoding }) => (isJsonObject(encoding) && encoding.x ? [encoding.x] : []))
  const found = across.map((x) => labelsOf(x, rows))
  const labels = new Set(found.flatMap((some) => [...(some ?? [])]))
  if (found.includes(null) || labels.size === 0 || labels.size > FITTING_CATEGORIES) return spec
  const [whole = {}, ...parts] = views.map((view) => withAngle(view, labels))
  return { ...whole, width: WIDTH, layer: parts }
}

function withAngle(view: JsonObject, labels: ReadonlySet<string>): JsonObject {
  const { encoding } = view
  if (!isJsonObject(encoding) || !isJsonObject(encoding.x)) return view
  return { ...view, encoding: { ...encoding, x: withLabelAngle(encoding.x, labels) } }
}

function layOutAcross(spec: JsonObject, encoding: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const labels = labelsOf(encoding.x, rows)
  if (labels === null || !isJsonObject(encoding.x)) return spec
  if (labels.size <= FITTING_CATEGORIES)
    return { ...spec, width: WIDTH, encoding: { ...encoding, x: withLabelAngle(encoding.x, labels) } }
  return squeezed(spec, 'x', labels.size)
}

function layOutDown(spec: JsonObject, encoding: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const labels = labelsOf(encoding.y, rows)
  return labels === null ? spec : squeezed(spec, 'y', labels.size)
}

/** Makes categories narrower where all of them would be longer than a picture, and leaves out labels that overlap. */
function squeezed(spec: JsonObject, channel: 'x' | 'y', count: number): JsonObject {
  const { encoding } = spec
  if (count * STEPS_PX[channel] <= MAX_SIDE || !isJsonObject(encoding)) return spec
  const definition = encoding[channel]
  const axis = isJsonObject(definition) ? (definition.axis ?? {}) : null
  if (!isJsonObject(definition) || !isJsonObject(axis)) return spec
  const thinned = { ...definition, axis: { labelOverlap: true, ...axis } }
  const side = channel === 'x' ? 'width' : 'height'
  return { ...spec, [side]: { step: MAX_SIDE / count }, encoding: { ...encoding, [channel]: thinned } }
}

/** The categories that a channel shows; null where they are not plain values of the rows. */
function labelsOf(definition: JsonValue | undefined, rows: readonly JsonObject[]): Set<string> | null {
  if (!isJsonObject(definition)) return null
  const { type = 'nominal', field } = definition
  const isDiscrete = type === 'nominal' || type === 'ordinal'
  if (!isDiscrete || typeof field !== 'string') return null
  if (['timeUnit', 'bin', 'aggregate'].some((key) => key in definition)) return null
  const name = field.replace(/\\([.[\]])/g, '$1')
  if (!rows.some((row) => name in row)) return null
  return new Set(rows.map((row) => labelOf(row[name])))
}

function withLabelAngle(x: JsonObject, labels: ReadonlySet<string>): JsonObject {
  const axis = x.axis ?? {}
  if (!isJsonObject(axis) || 'labelAngle' in axis) return x
  const widest = Math.max(...[...labels].map((label) => textWidth(label, LABEL_FONT_PX)))
  const isFitting = widest + LABEL_GAP_PX <= WIDTH / labels.size
  return { ...x, axis: { ...axis, labelAngle: isFitting ? 0 : -40 } }
}

function labelOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
