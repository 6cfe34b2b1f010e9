import { labelsOf, marksOf } from './drawn-items.ts'
import { hasEqualLabels } from './label-limits.ts'
import type { Scene } from './scene.ts'

/** The fewest pixels in which the name of a category can be read. */
const READABLE_STEP_PX = 9
/** The most colours that a person can tell apart. */
const MAX_COLOURS = 20
/** The most slices of a readable pie. */
const MAX_SLICES = 30
/** With more points, single points are lost among the others. */
const MAX_POINTS = 5000

/** Returns one sentence for each part of a drawing that a person cannot read, with what to do about it. */
export function readingNotes(scene: Scene, { missing }: { readonly missing: string }): string[] {
  return [
    ...unreadableAxes(scene),
    ...tooManyColours(scene),
    ...tooManyMarks(scene),
    ...(hasEqualLabels(scene.view.scenegraph())
      ? ['Some long labels look the same, because they differ only at their ends; shorten them in SQL.']
      : []),
    ...(missing === '' ? [] : [`The picture has no font for these letters: ${missing.slice(0, 40)}.`]),
  ]
}

function unreadableAxes({ view, compiled }: Scene): string[] {
  const shown = Math.max(0, ...labelsOf(view.scenegraph()).map(({ items }) => items.length))
  return (compiled.scales ?? []).flatMap(({ name }) => {
    if (name !== 'x' && name !== 'y') return []
    const scale: unknown = view.scale(name)
    const count = domainOf(scale).length
    const step = callOf(scale, 'step')
    // A hidden axis has no names to read.
    if (step === null || step >= READABLE_STEP_PX || shown === 0) return []
    return [
      `The ${name} axis has ${count} categories, ${step.toFixed(1)} pixels each, so a person cannot read their names; draw fewer, for example with ORDER BY and LIMIT 30, or group the rest.`,
    ]
  })
}

function tooManyColours({ view, compiled }: Scene): string[] {
  return (compiled.scales ?? []).flatMap(({ name, type }) => {
    if ((name !== 'color' && name !== 'fill' && name !== 'stroke') || type !== 'ordinal') return []
    const count = domainOf(view.scale(name)).length
    if (count <= MAX_COLOURS) return []
    return [
      `Colour stands for ${count} categories, which a person cannot tell apart; keep the largest in SQL.`,
    ]
  })
}

function tooManyMarks({ view }: Scene): string[] {
  const marks = marksOf(view.scenegraph())
  const most = (type: string) =>
    Math.max(0, ...marks.filter((mark) => mark.type === type).map(({ items }) => items.length))
  const [points, slices] = [most('symbol'), most('arc')]
  return [
    ...(points > MAX_POINTS
      ? [`${points} points overlap, so single ones are lost; bin or aggregate them for a readable picture.`]
      : []),
    ...(slices > MAX_SLICES
      ? [`A pie of ${slices} slices cannot be read; keep the largest and group the rest, or draw bars.`]
      : []),
  ]
}

function domainOf(scale: unknown): readonly unknown[] {
  const domain: unknown = typeof scale === 'function' ? Reflect.get(scale, 'domain') : null
  const values: unknown = typeof domain === 'function' ? domain.call(scale) : []
  return Array.isArray(values) ? values : []
}

function callOf(scale: unknown, name: string): number | null {
  const method: unknown = typeof scale === 'function' ? Reflect.get(scale, name) : null
  const value: unknown = typeof method === 'function' ? method.call(scale) : null
  return typeof value === 'number' ? value : null
}
