import type { Step } from '@parley/contract'
import type { ShownRow } from '../data-table.tsx'

/** The chart of a step: a Vega-Lite specification and its rows. */
export type Chart = {
  readonly spec: Readonly<Record<string, unknown>>
  readonly rows: readonly ShownRow[]
}

/** The chart of a create_graph step, read from its output; null when there is none. */
export function readChart({ output }: Step): Chart | null {
  const drawn = typeof output.data === 'string' ? parseObject(output.data) : null
  if (drawn === null) return null
  const { data, ...spec } = drawn
  const rows = toRows(typeof data === 'object' && data !== null && 'values' in data ? data.values : null)
  return rows && { spec, rows }
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
