import type { JsonObject } from '@parley/domain'
import { chartTheme } from '../chart-theme.ts'

/**
 * The script file of a chart: an ES module with the spec, its data and a function that draws it into an element. The
 * owner uses it elsewhere; the service never runs it.
 */
export function chartScript(spec: JsonObject): Uint8Array {
  return Buffer.from(`// A chart by Parley. Needs the packages vega, vega-lite and vega-embed.
import embed from 'vega-embed'

export const theme = ${literal(chartTheme.light)}

export const spec = ${literal(spec)}

/** Draws the chart into an element of a page. */
export function render(element) {
  return embed(element, spec, { config: theme, actions: false })
}
`)
}

/** JSON as JavaScript: escapes the key `__proto__`, which would set a prototype, and `<`, which could end a script element. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replaceAll('<', '\\u003c')
}
