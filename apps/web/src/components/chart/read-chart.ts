import type { Step } from '@parley/contract'
import type { Row } from '../data-table.tsx'

/** What a chart step drew: a Vega-Lite specification and the rows it was drawn from. */
export type Chart = {
  readonly spec: Readonly<Record<string, unknown>>
  readonly rows: readonly Row[]
  /** True when the trace holds fewer rows than the picture was drawn from. */
  readonly isPartial: boolean
}

/** The chart of a create_graph step; null where its input cannot be read. */
export function readChart(step: Step, steps: readonly Step[]): Chart | null {
  const spec = parseObject(step.input?.chart_spec)
  if (spec === null) return null
  const source = readRows(step.input?.sql_results) ?? rowsOfStep(findSource(step, steps))
  return source && { spec, ...source }
}

/** The rows of an execute_sql step. */
export function rowsOfStep(step: Step | undefined): { rows: Row[]; isPartial: boolean } | null {
  const rows = toRows(step?.output.rows)
  return rows && { rows, isPartial: step?.output.truncated === true }
}

/** `sql_results` is the rows themselves, or the number of the step that read them; without either, the last one. */
function findSource(step: Step, steps: readonly Step[]): Step | undefined {
  const number = Number(step.input?.sql_results)
  const named = steps.find((other) => other.step_id === number && other.agent_name === 'execute_sql')
  return (
    named ?? steps.findLast((other) => other.agent_name === 'execute_sql' && other.step_id < step.step_id)
  )
}

function readRows(value: unknown): { rows: Row[]; isPartial: boolean } | null {
  const rows = toRows(typeof value === 'string' ? parse(value) : value)
  return rows && { rows, isPartial: false }
}

function toRows(value: unknown): Row[] | null {
  if (!Array.isArray(value)) return null
  return value.filter((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row))
}

function parseObject(value: unknown): Record<string, unknown> | null {
  const parsed = typeof value === 'string' ? parse(value) : value
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
