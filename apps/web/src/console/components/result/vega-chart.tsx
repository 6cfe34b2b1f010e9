'use client'

import { Alert, useComputedColorScheme } from '@mantine/core'
import { chartTheme } from '@parley/data/chart-theme'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Item, ScenegraphEvent, View } from 'vega'
import embed, { type Result } from 'vega-embed'
import { optionsFor, withRows } from './chart-options.ts'
import { fitSpec, type Legend, withLegend } from './fit-chart.ts'
import type { Chart } from './read-chart.ts'
import classes from './result-card.module.css'
import { RESULT_TEXTS } from './texts.ts'

/** Draws the chart as a picture, with its title and its legend, on white. */
export type DrawImage = (format: 'png' | 'svg') => Promise<string>

type Props = {
  readonly chart: Chart
  readonly legend: Legend | null
  readonly hidden: ReadonlySet<string>
  readonly heightPx: number
  readonly drawImageRef: RefObject<DrawImage | null>
  /** A click on a mark, with its data. */
  readonly onMark: (datum: unknown) => void
}

/**
 * Draws a specification over its rows. Expressions are interpreted, never compiled, and nothing is loaded.
 */
export function VegaChart({ chart, legend, hidden, heightPx, drawImageRef, onMark }: Props) {
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
        drawn.view.addEventListener('click', (event, item) => {
          const mark = item && nearestOf(item, { event, view: drawn.view, frame })
          if (mark?.datum) onMark(mark.datum)
        })
        setHasFailed(false)
      })
      .catch(() => isCurrent && setHasFailed(true))
    drawImageRef.current = (format) => drawImage(chart, { format, widthPx, heightPx })
    return () => {
      isCurrent = false
      result?.finalize()
    }
  }, [chart, legend, hidden, heightPx, scheme, drawImageRef, onMark])

  return (
    <>
      {hasFailed && <Alert color="yellow">{RESULT_TEXTS.drawFailed}</Alert>}
      <div ref={element} className={classes.canvas} hidden={hasFailed} />
    </>
  )
}

type Clicked = { readonly event: ScenegraphEvent; readonly view: View; readonly frame: HTMLElement }

/** A line is one mark over all its points. Returns the point nearest to the pointer; other marks as they are. */
function nearestOf(item: Item, { event, view, frame }: Clicked): Item {
  const { mark } = item
  if (!LINES.has(mark.marktype) || !('clientX' in event)) return item
  const drawing = frame.querySelector('svg, canvas') ?? frame
  const x = event.clientX - drawing.getBoundingClientRect().left - (view.origin()[0] ?? 0)
  const distance = (point: Item) => Math.abs(Number(Reflect.get(point, 'x')) - x)
  return mark.items.reduce((best: Item, point: Item) => (distance(point) < distance(best) ? point : best))
}

const LINES: ReadonlySet<string> = new Set(['line', 'area', 'trail'])

/** Room between a picture's edge and its chart. */
const PICTURE_PADDING_PX = 24

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
  const drawn = await embed(document.createElement('div'), withRows(chart, spec), {
    ...options,
    config: {
      ...Object(options.config),
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
