import type { Chart } from './read-chart.ts'
import { isMissing, type ShownRow, textOf } from './rows.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The series of a chart that a legend can show and hide. */
export type Legend = {
  readonly field: string
  readonly title: string
  /** The values in the order of their colours. */
  readonly entries: readonly string[]
}

/** Bars become horizontal when their labels do not fit side by side, unless there are more bars than this. */
const MAX_LYING_BARS = 40
const LETTER_PX = 6.2
const LABEL_GAP_PX = 10
const STEP_PX = 26
const NARROW_PX = 420

/**
 * The legend of a single view with one colour for each value of a column; null for charts that colour otherwise, which
 * keep the legend of their specification.
 */
export function legendOf({ spec, results }: Chart): Legend | null {
  const color = objectAt(objectAt(spec, 'encoding'), 'color')
  const { field, type = 'nominal', title, scale } = color
  if (!('mark' in spec) || typeof field !== 'string' || results.length !== 1) return null
  const isPlain = !['aggregate', 'bin', 'timeUnit', 'condition', 'legend'].some((key) => key in color)
  if (!isPlain || scale !== undefined || (type !== 'nominal' && type !== 'ordinal')) return null
  const name = field.replace(/\\([.[\]])/g, '$1')
  const values = [...new Set((results[0]?.rows ?? []).map((row) => seriesName(row[name])))]
  const entries = color.sort === null ? values : values.toSorted((a, b) => a.localeCompare(b, 'en'))
  return entries.length < 2 ? null : { field: name, title: typeof title === 'string' ? title : name, entries }
}

function seriesName(value: unknown): string {
  return isMissing(value) ? 'null' : textOf(value)
}

/** The chart without its own legend and without the hidden series; the others keep their colours. */
export function withLegend(chart: Chart, legend: Legend, hidden: ReadonlySet<string>): Chart {
  const encoding = objectAt(chart.spec, 'encoding')
  const color = { ...objectAt(encoding, 'color'), legend: null, scale: { domain: legend.entries } }
  return {
    ...chart,
    spec: { ...chart.spec, encoding: { ...encoding, color } },
    results: chart.results.map(({ name, rows }) => ({
      name,
      rows: rows.filter((row) => !hidden.has(seriesName(row[legend.field]))),
    })),
  }
}

/**
 * The specification of a chart for a width. A single plain view takes the whole width and can be moved. Bars with long
 * names become horizontal, so that no label is slanted. Composed views keep their own sizes.
 */
export function fitSpec({ spec, results }: Chart, size: { widthPx: number; heightPx: number }): JsonObject {
  const { title: _title, ...bare } = spec
  if (!('mark' in bare)) return bare
  const rows = results[0]?.rows ?? []
  const turned = liesDown(bare, rows, size.widthPx) ? lieDown(bare) : withFlatLabels(bare)
  const isZoomable = isContinuous(turned, 'x') && !isContinuousBar(turned) && !('params' in turned)
  const isTall = isDiscrete(turned, 'y')
  return {
    ...turned,
    width: 'container',
    height: isTall ? heightOfBars(turned, rows, size.heightPx) : size.heightPx,
    autosize: { type: 'fit-x', contains: 'padding' },
    ...(isZoomable && { params: [ZOOM] }),
  }
}

/** Dragging moves the view. The wheel zooms only with a key held, and otherwise scrolls the page. */
const ZOOM = {
  name: 'zoom',
  select: { type: 'interval', encodings: ['x'], zoom: 'wheel![event.ctrlKey || event.metaKey]' },
  bind: 'scales',
}

/** The channels that can change places. A specification with others stays as it is. */
const TURNED: Readonly<Record<string, string>> = { x: 'y', y: 'x', xOffset: 'yOffset' }
const KEPT = ['color', 'fill', 'opacity', 'tooltip', 'order', 'detail']

function liesDown(spec: JsonObject, rows: readonly ShownRow[], widthPx: number): boolean {
  const encoding = objectAt(spec, 'encoding')
  const mark = typeof spec.mark === 'object' ? objectAt(spec, 'mark').type : spec.mark
  const isPlain = Object.keys(encoding).every((channel) => channel in TURNED || KEPT.includes(channel))
  if (mark !== 'bar' || !isPlain || !isDiscrete(spec, 'x') || isDiscrete(spec, 'y')) return false
  const labels = labelsAt(encoding, rows)
  const longest = Math.max(0, ...labels.map((label) => label.length))
  return labels.length <= MAX_LYING_BARS && longest * LETTER_PX + LABEL_GAP_PX > widthPx / labels.length
}

function lieDown(spec: JsonObject): JsonObject {
  const encoding = Object.entries(objectAt(spec, 'encoding')).map(([channel, definition]) => {
    return [TURNED[channel] ?? channel, turnedDefinition(definition)] as const
  })
  return { ...spec, encoding: Object.fromEntries(encoding) }
}

function turnedDefinition(definition: unknown): unknown {
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) return definition
  const { sort, axis, ...rest }: JsonObject = { ...definition }
  const { labelAngle: _angle, labelLimit: _limit, ...kept } = objectAt({ axis }, 'axis')
  return {
    ...rest,
    ...(sort !== undefined && { sort: SORTS[String(sort)] ?? sort }),
    ...(axis === null ? { axis } : Object.keys(kept).length > 0 && { axis: kept }),
  }
}

const SORTS: Readonly<Record<string, string>> = { x: 'y', '-x': '-y', y: 'x', '-y': '-x' }

/**
 * Days, hours and minutes on an axis of time. Vega writes the first day of a week with its month and other days with their
 * weekday, and an hour without its day.
 */
const TIMES = { date: '%b %d', hours: '%b %d, %H:%M', minutes: '%H:%M' }

function withFlatLabels(spec: JsonObject): JsonObject {
  const encoding = objectAt(spec, 'encoding')
  const x = objectAt(encoding, 'x')
  if (!('field' in x) || x.axis === null) return spec
  const { labelAngle: _angle, ...axis } = objectAt(x, 'axis')
  const isPlainTime = x.type === 'temporal' && isContinuous(spec, 'x') && !('labelExpr' in axis)
  const flat = {
    ...(isPlainTime && { format: TIMES }),
    ...axis,
    labelAngle: 0,
    labelOverlap: true,
    labelSeparation: LABEL_GAP_PX,
  }
  return { ...spec, encoding: { ...encoding, x: { ...x, axis: flat } } }
}

function heightOfBars(spec: JsonObject, rows: readonly ShownRow[], heightPx: number): number {
  const encoding = objectAt(spec, 'encoding')
  const field = objectAt(encoding, 'y').field
  const bars = labelsAt({ x: { field } }, rows).length
  const offset = objectAt(encoding, 'yOffset').field
  const series = offset === undefined ? 1 : labelsAt({ x: { field: offset } }, rows).length
  return Math.max(heightPx / 2, bars * STEP_PX * Math.max(1, series * 0.5))
}

function labelsAt(encoding: JsonObject, rows: readonly ShownRow[]): string[] {
  const { field } = objectAt(encoding, 'x')
  const name = String(field).replace(/\\([.[\]])/g, '$1')
  return [...new Set(rows.map((row) => textOf(row[name])))]
}

/** The most pixels that a label beside horizontal bars takes, for the width of a chart. */
export function labelLimitPx(widthPx: number): number {
  return widthPx < NARROW_PX ? 100 : 180
}

function isContinuousBar(spec: JsonObject): boolean {
  return isDiscrete(spec, 'y')
}

function isContinuous(spec: JsonObject, channel: string): boolean {
  const definition = objectAt(objectAt(spec, 'encoding'), channel)
  if ('bin' in definition || 'timeUnit' in definition || 'aggregate' in definition) return false
  return definition.type === 'quantitative' || definition.type === 'temporal'
}

function isDiscrete(spec: JsonObject, channel: string): boolean {
  const definition = objectAt(objectAt(spec, 'encoding'), channel)
  if (!('field' in definition) || definition.type === 'quantitative' || definition.type === 'temporal')
    return false
  return !('bin' in definition || 'aggregate' in definition || 'timeUnit' in definition)
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key]
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {}
}
