import { chartTheme } from '@parley/data/chart-theme'
import embed from 'vega-embed'
import { optionsFor, withRows } from './chart-options.ts'
import { fitSpec } from './fit-chart.ts'
import type { Chart } from './read-chart.ts'

/** Draws a chart outside the page and returns it as SVG. Rejects for a specification that cannot be drawn. */
export async function drawSvg(
  chart: Chart,
  size: { readonly widthPx: number; readonly heightPx: number },
): Promise<string> {
  const { config, ...options } = optionsFor(chart, { scheme: 'light', widthPx: size.widthPx })
  const { title } = chart.spec
  const spec = { ...fitSpec(chart, size), width: size.widthPx, ...(title !== undefined && { title }) }
  const drawn = await embed(document.createElement('div'), withRows(chart, spec), {
    ...options,
    config: { ...Object(config), font: 'sans-serif', background: chartTheme.light.background },
  })
  try {
    return await drawn.view.toSVG()
  } finally {
    drawn.finalize()
  }
}
