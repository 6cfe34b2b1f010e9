'use client'

import { Alert, useComputedColorScheme } from '@mantine/core'
import { chartTheme } from '@parley/data/chart-theme'
import { type RefObject, useEffect, useRef, useState } from 'react'
import embed, { type EmbedOptions, type Result, type VisualizationSpec } from 'vega-embed'
import { expressionInterpreter } from 'vega-interpreter'
import { fitSpec, type Legend, labelLimitPx, withLegend } from './fit-chart.ts'
import type { Chart } from './read-chart.ts'
import classes from './result-card.module.css'
import { showLoneNumber } from './show-value.ts'
import { RESULT_TEXTS } from './texts.ts'

/** Draws the chart as a picture, with its title and its legend, on white. */
export type DrawImage = (format: 'png' | 'svg') => Promise<string>

type Props = {
  readonly chart: Chart
  readonly legend: Legend | null
  readonly hidden: ReadonlySet<string>
  readonly heightPx: number
  readonly drawImageRef: RefObject<DrawImage | null>
}

/**
 * Draws a specification over its rows. Expressions are interpreted, never compiled, and nothing is loaded.
 */
export function VegaChart({ chart, legend, hidden, heightPx, drawImageRef }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    const frame = element.current
    if (!frame) return
    let result: Result | undefined
    let isCurrent = true
    const widthPx = frame.clientWidth
    const shown = legend ? withLegend(chart, legend, hidden) : chart
    const spec = withRows(shown, fitSpec(shown, { widthPx, heightPx }))
    embed(frame, spec, optionsFor(chart, { scheme, widthPx }))
      .then((drawn) => {
        if (!isCurrent) return drawn.finalize()
        result = drawn
        setHasFailed(false)
      })
      .catch(() => isCurrent && setHasFailed(true))
    drawImageRef.current = (format) => drawImage(chart, { format, widthPx, heightPx })
    return () => {
      isCurrent = false
      result?.finalize()
    }
  }, [chart, legend, hidden, heightPx, scheme, drawImageRef])

  return (
    <>
      {hasFailed && <Alert color="yellow">{RESULT_TEXTS.drawFailed}</Alert>}
      <div ref={element} className={classes.canvas} hidden={hasFailed} />
    </>
  )
}

function withRows({ results }: Chart, spec: Readonly<Record<string, unknown>>): VisualizationSpec {
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
/** Room between a picture's edge and its chart. */
const PICTURE_PADDING_PX = 24

type Look = { readonly scheme: 'light' | 'dark'; readonly widthPx: number }

function optionsFor({ results }: Chart, { scheme, widthPx }: Look): EmbedOptions {
  const { range, mark, axis, ...config } = chartTheme[scheme]
  return {
    mode: 'vega-lite',
    actions: false,
    renderer: Math.max(...results.map(({ rows }) => rows.length)) > MAX_SVG_ROWS ? 'canvas' : 'svg',
    ast: true,
    expr: expressionInterpreter,
    defaultStyle: false,
    tooltip: { theme: 'custom', disableDefaultStyle: true, formatTooltip },
    loader: { load: refuse, sanitize: refuse, http: refuse, file: refuse },
    config: {
      ...config,
      background: 'transparent',
      padding: { left: 4, right: 12, top: 8, bottom: 4 },
      font: 'inherit',
      axis: { ...axis, labelLimit: labelLimitPx(widthPx) },
      mark: { ...mark, tooltip: true },
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

type Picture = { readonly format: 'png' | 'svg'; readonly widthPx: number; readonly heightPx: number }

async function drawImage(chart: Chart, { format, ...size }: Picture): Promise<string> {
  const options = optionsFor(chart, { scheme: 'light', widthPx: size.widthPx })
  const { title } = chart.spec
  const fitted = fitSpec(chart, size)
  const spec = {
    ...fitted,
    ...('mark' in fitted && { width: size.widthPx }),
    ...(title !== undefined && { title }),
  }
  const { font, padding: _padding, ...config } = Object(options.config)
  const drawn = await embed(document.createElement('div'), withRows(chart, spec), {
    ...options,
    config: {
      ...config,
      font: font === 'inherit' ? window.getComputedStyle(document.body).fontFamily : font,
      padding: PICTURE_PADDING_PX,
      background: chartTheme.light.background,
    },
  })
  try {
    return await drawn.view.toImageURL(format, 2)
  } finally {
    drawn.finalize()
  }
}
