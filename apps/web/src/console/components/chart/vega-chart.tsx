'use client'

import { Alert, useComputedColorScheme } from '@mantine/core'
import { chartTheme } from '@parley/data/chart-theme'
import { type RefObject, useEffect, useRef, useState } from 'react'
import embed, { type EmbedOptions, type Result, type VisualizationSpec } from 'vega-embed'
import { expressionInterpreter } from 'vega-interpreter'
import { COMPONENT_TEXTS } from '../texts.ts'
import classes from './chart-figure.module.css'
import type { Chart } from './read-chart.ts'

/** Saves the drawing as shown; the title gives the file name. */
export type SaveImage = (format: 'png' | 'svg', title: string) => void

type Props = {
  readonly chart: Chart
  readonly saveImageRef: RefObject<SaveImage | null>
}

/**
 * Draws a specification over its rows. Expressions are interpreted, never compiled, and nothing is loaded.
 */
export function VegaChart({ chart, saveImageRef }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!element.current) return
    let result: Result | undefined
    let isCurrent = true
    embed(element.current, withRows(chart), optionsFor(chart, scheme))
      .then((drawn) => {
        if (!isCurrent) return drawn.finalize()
        result = drawn
        saveImageRef.current = (format, title) => void saveImage(drawn, format, title)
      })
      .catch(() => isCurrent && setHasFailed(true))
    return () => {
      isCurrent = false
      result?.finalize()
    }
  }, [chart, scheme, saveImageRef])

  if (hasFailed) return <Alert color="yellow">{COMPONENT_TEXTS.chart.failed}</Alert>
  return <div ref={element} className={classes.canvas} />
}

function withRows({ spec, results }: Chart): VisualizationSpec {
  // The service checked the specification before it was stored. This code adds its rows, a width and a zoom.
  return { ...spec, ...layoutFor(spec), ...dataOf(results) } as unknown as VisualizationSpec
}

/** The rows as the specification names them. */
function dataOf(results: Chart['results']) {
  const named = results.flatMap(({ name, rows }) => (name === null ? [] : [[name, rows] as const]))
  return named.length > 0
    ? { datasets: Object.fromEntries(named) }
    : { data: { values: [...(results[0]?.rows ?? [])] } }
}

/** A single plain view gets the width of the page and can be moved; composed views keep their own sizes. */
function layoutFor(spec: Chart['spec']) {
  if (!('mark' in spec)) return {}
  const isZoomable = isContinuous(spec.encoding, 'x') && !('params' in spec)
  return {
    width: 'container',
    // Names below each other need a height for each.
    ...(!('height' in spec) && !isDiscrete(spec.encoding, 'y') && { height: PLOT_HEIGHT_PX }),
    autosize: { type: 'fit-x', contains: 'padding' },
    ...(isZoomable && { params: [ZOOM] }),
  }
}

const PLOT_HEIGHT_PX = 280

/** With more rows an element for each mark makes the page slow. */
const MAX_SVG_ROWS = 3000

/** Dragging moves the view. The wheel zooms only with a key held, and otherwise scrolls the page. */
const ZOOM = {
  name: 'zoom',
  select: { type: 'interval', encodings: ['x'], zoom: 'wheel![event.ctrlKey || event.metaKey]' },
  bind: 'scales',
}

function isContinuous(encoding: unknown, channel: string): boolean {
  if (typeof encoding !== 'object' || encoding === null) return false
  const definition: unknown = Reflect.get(encoding, channel)
  if (typeof definition !== 'object' || definition === null || !('type' in definition)) return false
  if ('bin' in definition || 'timeUnit' in definition) return false
  return definition.type === 'quantitative' || definition.type === 'temporal'
}

function isDiscrete(encoding: unknown, channel: string): boolean {
  const definition: unknown = Reflect.get(Object(encoding), channel)
  if (typeof definition !== 'object' || definition === null || !('field' in definition)) return false
  return (
    !isContinuous(encoding, channel) &&
    !('bin' in definition || 'aggregate' in definition || 'timeUnit' in definition)
  )
}

function optionsFor({ results }: Chart, scheme: 'light' | 'dark'): EmbedOptions {
  const { range, mark, ...config } = chartTheme[scheme]
  return {
    mode: 'vega-lite',
    actions: false,
    renderer: Math.max(...results.map(({ rows }) => rows.length)) > MAX_SVG_ROWS ? 'canvas' : 'svg',
    ast: true,
    expr: expressionInterpreter,
    defaultStyle: false,
    tooltip: { theme: 'custom', disableDefaultStyle: true },
    loader: { load: refuse, sanitize: refuse, http: refuse, file: refuse },
    config: {
      ...config,
      background: 'transparent',
      font: 'inherit',
      mark: { ...mark, tooltip: true },
      range: { ...range, category: [...range.category] },
    },
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('Charts load nothing'))
}

async function saveImage({ view }: Result, format: 'png' | 'svg', title: string): Promise<void> {
  const url = await view.toImageURL(format, 2)
  const link = document.createElement('a')
  link.href = url
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'chart'}.${format}`
  link.click()
}
