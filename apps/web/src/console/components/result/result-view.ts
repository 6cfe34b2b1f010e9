import type { Step } from '@parley/contract'
import { filesOf } from '../artifact-url.ts'
import { type Chart, readChart, rowsOfStep } from './read-chart.ts'
import { columnsOf, type ShownRow } from './rows.ts'
import { RESULT_TEXTS as texts } from './texts.ts'

/** A result as every page shows it: rows, perhaps a drawn chart, perhaps the statement that reads all rows. */
export type ResultView = {
  readonly title: string
  /** The rows at hand, which may be the first of more. */
  readonly rows: readonly ShownRow[]
  /** In order. */
  readonly columns: readonly string[]
  /** The engine's types of the columns, by name. Empty where they are unknown. */
  readonly types: Readonly<Record<string, string>>
  /** All rows of the result; null where the engine did not count them. */
  readonly total: number | null
  /** Whether the rows at hand are fewer than those of the result. */
  readonly isCut: boolean
  readonly sql: string | null
  /** The step of the run that read the rows; null where none did. */
  readonly step: number | null
  /** The chart that a model drew. */
  readonly chart: Chart | null
  /** Files of the run on the server: the picture, and the script that draws the same chart. */
  readonly files: readonly string[]
  /** Notes about the run, one sentence each. */
  readonly notes: readonly string[]
}

/** The results that an answer shows: each drawn chart with the rows of its statement; without a chart the last rows. */
export function readResults(steps: readonly Step[]): ResultView[] {
  const drawn = steps.flatMap((step) => {
    const chart = readChart(step)
    return chart ? [chartView(step, chart, queryOf(step, steps))] : []
  })
  if (drawn.length > 0) return drawn
  const last = steps.findLast((step) => (rowsOfStep(step)?.length ?? 0) > 1)
  const view = last && readRows(last)
  return view ? [view] : []
}

/** The rows of an execute_sql step; null for other steps. */
export function readRows(step: Step): ResultView | null {
  const rows = rowsOfStep(step)
  if (rows === null) return null
  const { row_count: count, columns, truncated, notes, estimate } = step.output
  const total = typeof count === 'number' ? count : null
  const sql = step.input?.generated_sql
  return {
    title: texts.result,
    rows,
    columns: columnsOf(rows, Array.isArray(columns) ? columns.map(String) : undefined),
    types: {},
    total,
    isCut: truncated === true || (total !== null && total > rows.length),
    sql: typeof sql === 'string' ? sql : null,
    step: step.step_id,
    chart: null,
    files: [],
    notes: [...(Array.isArray(notes) ? notes.map(String) : []), ...estimateOf(estimate)],
  }
}

/** The chart of a create_graph step with the rows of its statement, where it draws one. */
export function chartView(step: Step, chart: Chart, query: Step | undefined): ResultView {
  const view = query && chart.results.length === 1 ? readRows(query) : null
  const rows = chart.results.length === 1 ? (chart.results[0]?.rows ?? []) : []
  const all = chart.results.flatMap((result) => result.rows)
  return {
    ...(view ?? withoutQuery(chart.results.length === 1 ? rows : all)),
    title: titleOf(chart.spec) ?? texts.chart,
    chart,
    files: filesOf(step),
    notes: chart.notes ?? [],
  }
}

function withoutQuery(rows: readonly ShownRow[]): Omit<ResultView, 'title' | 'chart' | 'files' | 'notes'> {
  return {
    rows,
    columns: columnsOf(rows),
    types: {},
    total: rows.length,
    isCut: false,
    sql: null,
    step: null,
  }
}

/** The step whose rows a chart draws: the one that it names, else the last before it. */
function queryOf(chart: Step, steps: readonly Step[]): Step | undefined {
  const named = /\d+/.exec(String(chart.input?.sql_results ?? ''))?.[0]
  const before = steps.filter((step) => step.step_id < chart.step_id && rowsOfStep(step) !== null)
  return before.find(({ step_id }) => step_id === Number(named)) ?? before.at(-1)
}

/** The title of a specification, given as text, as lines, or as an object with either. */
function titleOf({ title }: Chart['spec']): string | null {
  const text: unknown = typeof title === 'object' && title !== null && 'text' in title ? title.text : title
  const line = Array.isArray(text) ? text.join(' ') : text
  return typeof line === 'string' && line.trim() !== '' ? line : null
}

/** Empty when the engine gave no estimate. */
function estimateOf(estimate: unknown): string[] {
  if (typeof estimate !== 'object' || estimate === null) return []
  const values = new Map<string, unknown>(Object.entries(estimate))
  const parts = Object.entries(texts.estimates).flatMap(([key, describe]) => {
    const value = values.get(key)
    return typeof value === 'number' ? [describe(value)] : []
  })
  return parts.length > 0 ? [texts.estimate(parts)] : []
}
