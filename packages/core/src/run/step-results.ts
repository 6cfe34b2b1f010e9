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

/** Maximum values that are read of an output that is no table. A catalog has many, and lists its best tables first. */
const MOST_VISITED = 3000
const MOST_DEPTH = 12
/** Numbers in one cell. */
const MOST_LISTED = 50
const MOST_NAMES = 200
const MOST_NAME = 120

/**
 * The numbers, dates and names with digits of any output. Values at the same place of different items are one column, such
 * as the samples of all columns of a catalog.
 */
function readLoose(step: number, output: JsonObject): StepResult {
  const found: Found = { numbers: new Map(), names: new Map(), left: MOST_VISITED }
  collect(output, { path: '', found, depth: 0 })
  const rows: JsonObject[] = []
  const put = (index: number, cell: JsonObject) => {
    rows[index] = { ...rows[index], ...cell }
  }
  for (const [path, numbers] of found.numbers)
    for (let from = 0; from < numbers.length; from += MOST_LISTED)
      put(from / MOST_LISTED, {
        [path]: numbers.length === 1 ? (numbers[0] ?? null) : numbers.slice(from, from + MOST_LISTED),
      })
  for (const [path, names] of found.names)
    for (const [index, name] of names.slice(0, MOST_NAMES).entries())
      put(index, { [found.numbers.has(path) ? `${path} (texts)` : path]: name })
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return { step, columns, rows, rowCount: rows.length, isLoose: true }
}

type Found = {
  readonly numbers: Map<string, JsonValue[]>
  readonly names: Map<string, string[]>
  /** Values that are still visited. */
  left: number
}

type Collected = { readonly path: string; readonly found: Found; readonly depth: number }

function collect(value: JsonValue, { path, found, depth }: Collected): void {
  if (depth > MOST_DEPTH || found.left-- <= 0) return
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d[\d.]{0,30}$/.test(value)))
    listAt(found.numbers, path).push(value)
  else if (typeof value === 'string' && isDateOrName(value)) listAt(found.names, path).push(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`
    collect(inner, { path: Array.isArray(value) ? path : name, found, depth: depth + 1 })
  }
}

/** Whether a text is a date, or a name such as "20,000 Leagues Under the Sea". */
function isDateOrName(text: string): boolean {
  if (/^\d{4}-\d\d[\d.:TZ -]{0,24}$/.test(text)) return true
  return text.length <= MOST_NAME && /\d/.test(text) && /\p{L}{3}/u.test(text) && !/[:;{}[\]]/.test(text)
}

function listAt<Value>(lists: Map<string, Value[]>, path: string): Value[] {
  const known = lists.get(path) ?? []
  lists.set(path, known)
  return known
}
