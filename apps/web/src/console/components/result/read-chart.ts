import type { Step } from '@parley/contract'
import type { ShownRow } from './rows.ts'

/** The chart of a step: a Vega-Lite specification and the rows that it draws. */
export type Chart = {
  readonly spec: Readonly<Record<string, unknown>>
  readonly results: readonly ChartRows[]
  /** What a person cannot read in it, one sentence each. */
  readonly notes?: readonly string[]
}

/** One result that a chart draws. */
type ChartRows = {
  /** What the specification calls it; null for the only one. */
  readonly name: string | null
  readonly rows: readonly ShownRow[]
}

/** The chart of a create_graph step, read from its output; null when there is none. */
export function readChart({ output }: Step): Chart | null {
  const drawn = typeof output.data === 'string' ? parseObject(output.data) : null
  if (drawn === null) return null
  const { data, datasets, ...spec } = drawn
  const notes = Array.isArray(output.notes) ? output.notes.map(String) : []
  if (typeof datasets === 'object' && datasets !== null) {
    const results = Object.entries(datasets).map(([name, rows]) => ({ name, rows: toRows(rows) ?? [] }))
    return { spec: { ...spec, data }, results, notes }
  }
  const rows = toRows(typeof data === 'object' && data !== null && 'values' in data ? data.values : null)
  return rows && { spec, results: [{ name: null, rows }], notes }
}

/** The rows of an execute_sql step; null for other steps. */
export function rowsOfStep(step: Step | undefined): ShownRow[] | null {
  return toRows(step?.output.rows)
}

function toRows(value: unknown): ShownRow[] | null {
  if (!Array.isArray(value)) return null
  return value.filter(
    (row): row is ShownRow => typeof row === 'object' && row !== null && !Array.isArray(row),
  )
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}
