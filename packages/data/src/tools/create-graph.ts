import type { Tool, ToolContext, ToolResult } from '@parley/agent'
import type { JsonObject, ResultColumn } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import { sqlIdentifier } from '../names/sql-identifier.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import { chartScript } from './chart-script.ts'
import type { RunData } from './create-data-tools.ts'
import { taskFailure, thrownFailure, toolFailure } from './tool-failure.ts'

const DEFAULT_TIMEOUT_MS = 8000
const CALL_TIMEOUT_MS = 40_000
const MAX_SPEC_CHARACTERS = 100_000
const MAX_SPEC_DEPTH = 64

const STEP_OR_ROWS = {
  tool: 'sql_results is the step number of an earlier execute_sql call (best, it uses the full result) or a JSON array of row objects.',
  argument: 'Step number of an execute_sql call, for example "2", or a JSON array of rows.',
}
const ROWS_ONLY = {
  tool: 'sql_results is a JSON array of row objects, for example the rows that execute_sql returned.',
  argument: 'The rows as a JSON array of objects.',
}

/** Draws the rows of an earlier statement as a Vega-Lite chart. */
export function createGraphTool(run: RunData): Tool {
  const rowsAdvice = run.results ? STEP_OR_ROWS : ROWS_ONLY
  return {
    name: 'create_graph',
    description: `Draws a chart. ${rowsAdvice.tool} chart_spec is a Vega-Lite specification as JSON text without data: the rows are its only data. Give the chart a title and axis titles with units.`,
    parameters: {
      type: 'object',
      properties: {
        sql_results: {
          type: 'string',
          description: rowsAdvice.argument,
        },
        chart_spec: { type: 'string', description: 'Vega-Lite v6 specification as JSON text, without data.' },
      },
      required: ['sql_results', 'chart_spec'],
    },
    timeoutMs: CALL_TIMEOUT_MS,
    call: (input, context) => draw(run, input, context).catch(thrownFailure),
  }
}

async function draw(run: RunData, input: JsonObject, { signal }: ToolContext): Promise<ToolResult> {
  const spec = readSpec(input.chart_spec)
  if (typeof spec === 'string') return toolFailure('error', spec)
  const rows = readRows(run, input.sql_results)
  if (typeof rows === 'string') return toolFailure('error', rows)

  const outcome = await run.sandbox.run('chart', {
    ownerId: run.ownerId,
    input: { spec, columns: rows.columns, timeoutMs: run.chartTimeoutMs ?? DEFAULT_TIMEOUT_MS },
    bytes: rows.rowsText,
    signal,
  })
  if (!outcome.ok) return taskFailure(outcome)

  const drawn = outcome.result.spec
  const name = fileName(spec)
  const artifacts = [
    await run.saveArtifact({ name: `${name}.png`, mediaType: 'image/png', bytes: outcome.bytes }),
    await run.saveArtifact({ name: `${name}.mjs`, mediaType: 'text/javascript', bytes: chartScript(drawn) }),
  ]
  const { data: _rows, ...withoutRows } = drawn
  return {
    status: 'ok',
    output: { data: JSON.stringify(drawn), artifacts },
    // The model has the rows already.
    content: JSON.stringify({ data: JSON.stringify(withoutRows), artifacts }),
  }
}

/** The spec, or a sentence about its error. */
function readSpec(value: unknown): JsonObject | string {
  if (typeof value !== 'string' || value.length > MAX_SPEC_CHARACTERS) {
    return `Send chart_spec as JSON text of at most ${MAX_SPEC_CHARACTERS} characters.`
  }
  if (isDeeperThan(Buffer.from(value), MAX_SPEC_DEPTH)) return 'chart_spec is nested too deep.'
  const spec = parseJson(value)
  return isJsonObject(spec) ? spec : 'chart_spec is not a JSON object; send a Vega-Lite specification.'
}

const ROWS_MISSING =
  'Send sql_results as a JSON array of row objects; results of earlier calls are not kept here.'

type ChartRows = { readonly columns: readonly ResultColumn[]; readonly rowsText: Uint8Array }

/** The rows, or a sentence about their error. */
function readRows({ results }: RunData, value: unknown): ChartRows | string {
  if (!results) {
    const isArray = typeof value === 'string' && value.trimStart().startsWith('[')
    return isArray ? { columns: [], rowsText: Buffer.from(value) } : ROWS_MISSING
  }
  if (typeof value !== 'string')
    return 'Send sql_results as the step number of an execute_sql call, for example "2".'
  const step = /^\s*(?:step\s*)?#?(\d+)\s*$/i.exec(value)?.[1] ?? stepIn(value)
  if (step === undefined) return { columns: [], rowsText: Buffer.from(value) }
  const result = results.get(Number(step))
  if (result) {
    if (result.rowCount !== result.keptRows)
      return 'The result of that step is too large to draw; aggregate it in SQL first.'
    return result
  }
  const known = [...results.keys()]
  return known.length > 0
    ? `Step ${step} is no execute_sql call with rows; such steps are ${known.join(', ')}.`
    : 'There is no result yet; call execute_sql first.'
}

/** Models often send the whole answer of execute_sql, which contains its step number. */
function stepIn(text: string): string | undefined {
  const start = text.trimStart()
  if (!start.startsWith('{') || isDeeperThan(Buffer.from(text), MAX_SPEC_DEPTH)) return undefined
  const answer = parseJson(text)
  return isJsonObject(answer) && typeof answer.step === 'number' ? String(answer.step) : undefined
}

function fileName(spec: JsonObject): string {
  const title = isJsonObject(spec.title) ? spec.title.text : spec.title
  return typeof title === 'string' && title.trim() !== ''
    ? sqlIdentifier(title).replaceAll('_', '-')
    : 'chart'
}
