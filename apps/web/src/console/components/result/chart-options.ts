import { chartTheme } from '@parley/data/chart-theme'
import type { EmbedOptions, VisualizationSpec } from 'vega-embed'
import { expressionInterpreter } from 'vega-interpreter'
import { withClock } from './chart-clock.ts'
import { chartLocale } from './chart-locale.ts'
import { labelLimitPx } from './fit-chart.ts'
import type { Chart } from './read-chart.ts'
import { showLoneNumber } from './show-value.ts'

/** A specification with the rows of its chart. */
export function withRows({ results }: Chart, spec: Readonly<Record<string, unknown>>): VisualizationSpec {
  // The service checked the specification before it was stored. This code adds its rows, a width and a zoom.
  return { ...spec, ...dataOf(results) } as unknown as VisualizationSpec
}

/** The rows as the specification names them. */
function dataOf(results: Chart['results']) {
  const named = results.flatMap(({ name, rows }) => (name === null ? [] : [[name, rows] as const]))
  return named.length > 0
    ? { datasets: Object.fromEntries(named) }
    : { data: { values: [...(results[0]?.rows ?? [])] } }
}

/** With more rows an element for each mark makes the page slow. */
const MAX_SVG_ROWS = 3000
type Look = { readonly scheme: 'light' | 'dark'; readonly widthPx: number }

/** How a chart is drawn: expressions are interpreted, never compiled, and nothing is loaded. */
export function optionsFor({ results }: Chart, { scheme, widthPx }: Look): EmbedOptions {
  const { range, mark, axis, ...config } = chartTheme[scheme]
  return {
    mode: 'vega-lite',
    actions: false,
    renderer: Math.max(...results.map(({ rows }) => rows.length)) > MAX_SVG_ROWS ? 'canvas' : 'svg',
    ast: true,
    ...chartLocale(),
    patch: withClock,
    expr: expressionInterpreter,
    defaultStyle: false,
    tooltip: { theme: 'custom', disableDefaultStyle: true, formatTooltip },
    loader: { load: refuse, sanitize: refuse, http: refuse, file: refuse },
    config: {
      ...config,
      background: 'transparent',
      padding: { left: 4, right: 12, top: 8, bottom: 4 },
      // The font by its name: texts are measured on a canvas, which inherits no font.
      font: window.getComputedStyle(document.body).fontFamily,
      axis: { ...axis, labelLimit: labelLimitPx(widthPx) },
      mark: { ...mark, tooltip: true, cursor: 'pointer' },
      range,
    },
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('Charts load nothing'))
}

/** The values under the pointer, numbers for reading. Texts are escaped by `sanitize`. */
function formatTooltip(value: unknown, sanitize: (value: unknown) => string): string {
  if (typeof value !== 'object' || value === null) return sanitize(value)
  const rows = Object.entries(value).map(
    ([key, cell]) =>
      `<tr><td class="key">${sanitize(key)}</td><td class="value">${sanitize(readable(cell))}</td></tr>`,
  )
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

/** Whole numbers of four digits may be years. */
function readable(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(cell) || /^(?:\d{4}|0\d+)$/.test(cell))
    return cell
  return showLoneNumber(Number(cell))
}
