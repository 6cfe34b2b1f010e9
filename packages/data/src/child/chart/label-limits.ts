import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { labelsOf, readProperty, type SceneMark } from './drawn-items.ts'
import { textWidth } from './measure-text.ts'
import { rewrittenSpec } from './walk.ts'

/** The widest label. Wider ones leave no room for the chart. */
const MAX_LABEL_PX = 640
const GAP_PX = 4
/** Ticks and blanks between an axis and its labels. */
const TICK_PX = 12

/**
 * The width in pixels that labels need so that no two different ones of a guide are cut to the same text; null where
 * they differ as they are.
 */
export function distinctLabelLimit(scene: unknown): number | null {
  const needed = labelsOf(scene).map(neededWidth)
  const most = Math.max(0, ...needed)
  return most > 0 ? Math.min(MAX_LABEL_PX, most) : null
}

/** Whether labels that were cut are the same although their texts differ. */
export function hasEqualLabels(scene: unknown): boolean {
  return labelsOf(scene).some((mark) => neededWidth(mark) > 0)
}

function neededWidth({ items }: SceneMark): number {
  const labels = items.map((item) => ({
    text: String(readProperty(item, 'text') ?? ''),
    limitPx: Number(readProperty(item, 'limit') ?? 0),
    sizePx: Number(readProperty(item, 'fontSize') ?? 11),
  }))
  const byShown = Map.groupBy(labels, cutLabel)
  const same = [...byShown.values()].filter((group) => new Set(group.map(({ text }) => text)).size > 1)
  const widths = same.flat().map(({ text, sizePx }) => Math.ceil(textWidth(text, sizePx)) + GAP_PX)
  return Math.max(0, ...widths)
}

type Label = { readonly text: string; readonly limitPx: number; readonly sizePx: number }

function cutLabel({ text, limitPx, sizePx }: Label): string {
  if (limitPx <= 0 || textWidth(text, sizePx) < limitPx) return text
  let shown = ''
  for (const letter of text) {
    if (textWidth(`${shown}${letter}…`, sizePx) >= limitPx) break
    shown += letter
  }
  return `${shown}…`
}

/**
 * A spec whose axes and legends give labels this width, unless it gives them more itself. Titles of axes are placed
 * beyond that width, because Vega would draw them over labels of more than 200 pixels.
 */
export function withLabelLimit(spec: JsonObject, limitPx: number): JsonObject {
  const widened = rewrittenSpec(spec, ({ key, value }) =>
    key === 'labelLimit' && typeof value === 'number' && value > 0 ? Math.max(value, limitPx) : value,
  )
  const config = asObject(widened.config)
  const axis = { labelLimit: limitPx, maxExtent: limitPx + TICK_PX, ...asObject(config.axis) }
  const legend = { labelLimit: limitPx, ...asObject(config.legend) }
  return { ...widened, config: { ...config, axis, legend } }
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
