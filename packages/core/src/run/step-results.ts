import { FINAL_STEP } from '@parley/contract'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RunStep,
  type SourceVersion,
} from '@parley/domain'
import type { StepResult } from '@parley/evidence'

const QUERY_TOOL = 'execute_sql'
/** Charts draw results of other steps. */
const CHART_TOOL = 'create_graph'

/** Whether a step of the run asked for data and got it. */
export function hasQueried(steps: readonly RunStep[]): boolean {
  return steps.some(({ agentName, status }) => agentName === QUERY_TOOL && isUsable(status))
}

/** The statements of a run. */
export function statementsOf(steps: readonly RunStep[]): string[] {
  return steps.flatMap(({ agentName, input }) => {
    const sql = agentName === QUERY_TOOL ? input?.generated_sql : null
    return typeof sql === 'string' ? [sql] : []
  })
}

/** What the steps of a run gave, as far as numbers of an answer can come from it. */
export function stepResults(steps: readonly RunStep[]): StepResult[] {
  return steps.flatMap(({ stepId, agentName, output, status }) => {
    if (!isUsable(status) || agentName === CHART_TOOL || agentName === FINAL_STEP) return []
    const rows = readRows(output.rows)
    return agentName === QUERY_TOOL && rows
      ? [readTable(stepId, { output, rows })]
      : [readLoose(stepId, output)]
  })
}

function isUsable(status: RunStep['status']): boolean {
  return status === 'ok' || status === 'partial'
}

function readTable(
  step: number,
  { output, rows }: { readonly output: JsonObject; readonly rows: readonly JsonObject[] },
): StepResult {
  const { columns, row_count: rowCount } = output
  const names = Array.isArray(columns)
    ? columns.filter((name) => typeof name === 'string')
    : Object.keys(rows[0] ?? {})
  const [height, ...others] = sourcesRead(output).flatMap(({ blockHeight }) => blockHeight ?? [])
  return {
    step,
    columns: names,
    rows,
    rowCount: typeof rowCount === 'number' ? rowCount : null,
    blockHeight: others.length === 0 ? (height ?? null) : null,
  }
}

/** The states of the data sources that a step read, as its output names them. */
export function sourcesRead({ sources }: JsonObject): SourceVersion[] {
  if (!Array.isArray(sources)) return []
  return sources.flatMap((source) => {
    if (!isJsonObject(source) || typeof source.name !== 'string') return []
    const { name, updated_at: updatedAt, block_height: blockHeight } = source
    return {
      name,
      ...(typeof updatedAt === 'string' && { updatedAt }),
      ...(typeof blockHeight === 'number' && { blockHeight }),
    }
  })
}

function readRows(value: JsonValue | undefined): readonly JsonObject[] | null {
  return Array.isArray(value) && value.every((row) => isJsonObject(row)) ? value : null
}

/** Values of an output that is no table. A catalog has many, and the first ones are those of the best tables. */
const MOST_VISITED = 3000
const MOST_DEPTH = 12

/** The numbers and dates of any output, in one row. */
function readLoose(step: number, output: JsonObject): StepResult {
  const row: JsonObject = {}
  collect(output, { path: '', row, depth: 0, left: { count: MOST_VISITED } })
  return { step, columns: Object.keys(row), rows: [row], rowCount: 1, isLoose: true }
}

type Collected = {
  readonly path: string
  readonly row: JsonObject
  readonly depth: number
  readonly left: { count: number }
}

function collect(value: JsonValue, { path, row, depth, left }: Collected): void {
  if (depth > MOST_DEPTH || left.count-- <= 0) return
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d[\d.:TZ-]{0,30}$/.test(value)))
    row[path] = value
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    collect(inner, { path: path === '' ? key : `${path}.${key}`, row, depth: depth + 1, left })
}
