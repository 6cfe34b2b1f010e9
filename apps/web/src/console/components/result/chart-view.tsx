'use client'

import { Skeleton } from '@mantine/core'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { findMarkedRows, type MarkedRow } from './find-marked-rows.ts'
import { legendOf } from './fit-chart.ts'
import type { Chart } from './read-chart.ts'
import classes from './result-card.module.css'
import type { DrawImage } from './vega-chart.tsx'

/** The drawing library is by far the largest script, so it loads only where a chart is shown. */
const VegaChart = lazyPart(
  () => import('./vega-chart.tsx').then((module) => module.VegaChart),
  <Skeleton height={320} />,
)

type Props = {
  readonly chart: Chart
  readonly heightPx: number
  readonly drawImageRef: RefObject<DrawImage | null>
  /** A click on a mark, with the rows that it draws. It must stay the same function. */
  readonly onMark: (rows: readonly MarkedRow[]) => void
}

const NONE: ReadonlySet<string> = new Set()

/** A chart below its legend, whose entries hide and show their series. A mark leads to its rows. */
export function ChartView({ chart, heightPx, drawImageRef, onMark }: Props) {
  const legend = useMemo(() => legendOf(chart), [chart])
  const [hidden, setHidden] = useState(NONE)
  const showRows = useCallback(
    (datum: unknown) => {
      const rows = findMarkedRows(chart, datum)
      if (rows.length > 0) onMark(rows)
    },
    [chart, onMark],
  )
  return (
    <div className={classes.chart} style={{ minHeight: heightPx + 40 }}>
      {legend && <ChartLegend legend={legend} hidden={hidden} onChange={setHidden} />}
      <VegaChart
        chart={chart}
        legend={legend}
        hidden={hidden}
        heightPx={heightPx}
        drawImageRef={drawImageRef}
        onMark={showRows}
      />
    </div>
  )
}
