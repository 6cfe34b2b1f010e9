import type { JsonObject, JsonValue, ResultColumn } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import type { RunData } from './run-data.ts'

/** The rows of one result for a chart. */
export type ChartResultRows = {
  /** What `data.name` in the spec calls it; null for the only result. */
  readonly name: string | null
  readonly columns: readonly ResultColumn[]
  readonly isOrdered: boolean
  readonly rowsText: Uint8Array
  /** Whether the model wrote the rows into the call. */
  readonly isWritten?: boolean
  /** The statement and its number of rows, if known, where `rowsText` holds a part of its rows. */
  readonly cut?: { readonly sql: string; readonly rowCount: number | null }
}

const MAX_DEPTH = 64
const MAX_RESULTS = 10

const ROWS_MISSING =
  'Send sql_results as a JSON array of row objects, or as an object of such arrays by name; results of earlier calls are not kept here.'

/**
 * The results that `sql_results` means: a step number, rows, or an object that gives several of these names, as in
 * `{"sales": 2, "targets": [{"region": "north", "target": 10}]}`. A list of step numbers gives them the names `step_2`,
 * `step_5`. A sentence about the error otherwise.
 */
export function readChartResults(run: RunData, value: unknown): readonly ChartResultRows[] | string {
  if (typeof value !== 'string') return run.results ? STEP_MISSING : ROWS_MISSING
  const named = readNamed(run, value)
  if (named === null) {
    const one = readOne(run, null, value)
    return typeof one === 'string' ? one : [one]
  }
  const entries = Object.entries(named)
  if (entries.length === 0 || entries.length > MAX_RESULTS)
    return `Name between 1 and ${MAX_RESULTS} results in sql_results.`
  const results: ChartResultRows[] = []
  for (const [name, result] of entries) {
    const read = readOne(run, name, typeof result === 'string' ? result : JSON.stringify(result))
    if (typeof read === 'string') return `${name}: ${read}`
    results.push(read)
  }
  return results
}

const STEP_MISSING = 'Send sql_results as the step number of an execute_sql call, for example "2".'

/** Several results by their names; null where the text means one. */
function readNamed(run: RunData, text: string): JsonObject | null {
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return null
  if (isDeeperThan(Buffer.from(text), MAX_DEPTH)) return null
  const value = parseJson(text)
  if (run.results && isStepList(value)) return Object.fromEntries(value.map((step) => [`step_${step}`, step]))
  // Models often send the whole answer of execute_sql, which contains its rows and its step number.
  return isJsonObject(value) && !('rows' in value && !isJsonObject(value.rows)) ? value : null
}

function isStepList(value: JsonValue | undefined): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((step) => Number.isInteger(step))
}

function readOne({ results }: RunData, name: string | null, text: string): ChartResultRows | string {
  const sent = { name, columns: [], isOrdered: false, rowsText: Buffer.from(text), isWritten: true }
  if (!results) return text.trimStart().startsWith('[') ? sent : ROWS_MISSING
  const step = /^\s*"?(?:step\s*)?#?(\d+)"?\s*$/i.exec(text)?.[1] ?? stepIn(text)
  if (step === undefined) return sent
  const result = results.get(Number(step))
  if (result) {
    const { columns, isOrdered, rowsText, sql, rowCount, keptRows } = result
    return { name, columns, isOrdered, rowsText, ...(rowCount !== keptRows && { cut: { sql, rowCount } }) }
  }
  const known = [...results.keys()]
  return known.length > 0
    ? `Step ${step} is no execute_sql call with rows; such steps are ${known.join(', ')}.`
    : 'There is no result yet; call execute_sql first.'
}

function stepIn(text: string): string | undefined {
  const start = text.trimStart()
  if (!start.startsWith('{') || isDeeperThan(Buffer.from(text), MAX_DEPTH)) return undefined
  const answer = parseJson(text)
  return isJsonObject(answer) && typeof answer.step === 'number' ? String(answer.step) : undefined
}
