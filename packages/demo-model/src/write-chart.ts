import type { JsonObject } from '@parley/domain'
import { describePlan } from './describe-plan.ts'
import type { Plan } from './plan.ts'
import type { ChartType } from './read-question.ts'
import { toLabel } from './words.ts'
import type { Shape } from './write-sql.ts'

const MOST_SLICES = 8

/** Whether to draw a chart: the question asks for one, or the rows are a series over time. */
export function isChartFitting(plan: Plan, rowCount: number): boolean {
  if (rowCount < 2 || plan.kind === 'rows' || plan.kind === 'scalar' || plan.kind === 'share') return false
  if (plan.chart !== null || plan.kind === 'relation' || plan.kind === 'distribution') return true
  return plan.kind === 'groups' && plan.time !== null && plan.isDescending === null && rowCount >= 3
}

/**
 * Returns a Vega-Lite specification without data for the rows of a plan. Returns null when the rows hold
 * nothing to draw.
 */
export function writeChart(plan: Plan, shape: Shape, rowCount: number): JsonObject | null {
  const [measure, second] = shape.measures
  if (measure === undefined) return null
  const title = describePlan(plan)
  if (plan.kind === 'relation' && second !== undefined) {
    const encoding = {
      x: { ...numeric(shape, measure), scale: { zero: false } },
      y: { ...numeric(shape, second), scale: { zero: false } },
    }
    return { title, width: 480, height: 360, mark: { type: 'point', tooltip: true }, encoding }
  }
  const x = shape.time ?? shape.groups[0]
  if (x === undefined) return null
  const series = shape.time === null ? shape.groups[1] : plan.groups[0]?.name
  const type = chartType(plan, rowCount)
  if (type === 'pie') return drawPie(title, shape, { category: x, measure })

  const color =
    series === undefined ? {} : { color: { field: series, type: 'nominal', title: toLabel(series) } }
  const xAxis = shape.time === null ? category(plan, x) : timeAxis(plan, x)
  const mark =
    type === 'line' ? { type: 'line', point: rowCount <= 60, tooltip: true } : { type, tooltip: true }
  const encoding = { x: xAxis, y: numeric(shape, measure), ...color }
  const size = shape.time === null ? { height: 320 } : { width: 560, height: 320 }
  return { title, ...size, mark, encoding }
}

function chartType(plan: Plan, rowCount: number): Exclude<ChartType, 'any' | 'scatter'> | 'point' {
  const { chart } = plan
  if (chart === 'pie') return rowCount <= MOST_SLICES ? 'pie' : 'bar'
  if (chart === 'line' || chart === 'area' || chart === 'bar') return chart
  if (chart === 'scatter') return 'point'
  return plan.time === null || plan.isDescending !== null ? 'bar' : 'line'
}

function drawPie(
  title: string,
  shape: Shape,
  { category, measure }: { readonly category: string; readonly measure: string },
): JsonObject {
  const encoding = {
    theta: { field: measure, type: 'quantitative', title: shape.labels[measure] ?? measure },
    color: { field: category, type: 'nominal', title: toLabel(category), sort: null },
  }
  return { title, width: 320, height: 320, mark: { type: 'arc', tooltip: true }, encoding }
}

function numeric({ labels }: Shape, field: string): JsonObject {
  return { field, type: 'quantitative', title: labels[field] ?? field }
}

function category(plan: Plan, field: string): JsonObject {
  const isNumber =
    plan.kind === 'distribution' || plan.groups[0]?.kind === 'number' || plan.groups[0]?.kind === 'year'
  return {
    field,
    type: isNumber ? 'ordinal' : 'nominal',
    sort: null,
    title: toLabel(field),
    axis: { labelLimit: 160 },
  }
}

function timeAxis(plan: Plan, field: string): JsonObject {
  const grain = plan.time?.grain
  const title = toLabel(field)
  const isMoment = grain === 'month' || grain === 'week' || grain === 'day'
  const isAsItComes = plan.isDescending !== null || grain === 'calendar-month' || grain === 'weekday'
  if (isAsItComes) return { field, type: 'ordinal', sort: null, title }
  if (plan.time?.column.kind === 'year' || !isMoment) return { field, type: 'ordinal', title }
  return { field, type: 'temporal', timeUnit: grain === 'month' ? 'utcyearmonth' : 'utcyearmonthdate', title }
}
