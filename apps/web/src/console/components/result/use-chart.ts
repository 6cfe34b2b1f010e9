'use client'

import { useMemo, useState } from 'react'
import { type ChartChoice, chartColumns, readChoice, suggestChoice } from './chart-choice.ts'
import { drawChoice } from './draw-choice.ts'
import type { Chart } from './read-chart.ts'
import type { ResultView } from './result-view.ts'
import { RESULT_TEXTS as texts } from './texts.ts'

/** The chart that a card shows and how its reader changes it. */
export type ShownChart = {
  readonly drawn: Chart | null
  /** What is shown now; null for a drawing that no choice stands for, and where nothing can be drawn. */
  readonly choice: ChartChoice | null
  readonly columns: ReturnType<typeof chartColumns>
  readonly isCut: boolean
  /** Whether the drawing is the model's own. */
  readonly isOriginal: boolean
  readonly hasOriginal: boolean
  /** Null returns to the drawing of the model. */
  readonly onChange: (choice: ChartChoice | null) => void
}

/** The chart of a result: the model's own until its reader chooses another, which needs no model. */
export function useChart(result: ResultView): ShownChart {
  const [chosen, setChosen] = useState<ChartChoice | null>(null)
  return useMemo(() => {
    const { chart, columns: order } = result
    const given = chart?.results.length === 1 ? (chart.results[0]?.rows ?? []) : []
    // The rows of a drawing are all rows of its result, but perhaps not all columns.
    const isWhole = (choice: ChartChoice) =>
      given.length >= result.rows.length &&
      [choice.x, ...choice.y, choice.series].every(
        (name) => name === null || given.some((row) => name in row),
      )
    const suggested = suggestChoice(result.rows, order)
    const original = chart && readChoice(chart.spec, order)
    const choice = chosen ?? original ?? suggested
    const rows = choice && given.length > 0 && isWhole(choice) ? given : result.rows
    const isOriginal = chosen === null && chart !== null
    const own = choice && drawChoice(rows, choice)
    const isCut = rows === result.rows && result.isCut
    const title = {
      text: result.title,
      ...(isCut && { subtitle: texts.firstRows(rows.length, result.total) }),
    }
    return {
      drawn: isOriginal ? chart : own && { ...own, spec: { title, ...own.spec } },
      choice,
      columns: chartColumns(result.rows, order),
      isCut: !isOriginal && isCut,
      isOriginal,
      hasOriginal: chart !== null,
      onChange: setChosen,
    }
  }, [result, chosen])
}
