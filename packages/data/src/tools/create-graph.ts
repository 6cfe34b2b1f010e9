import type { Tool, ToolContext, ToolResult } from '@parley/agent'
import type { JsonObject } from '@parley/domain'
import { isJsonObject, parseJson } from '../json.ts'
import { isDeeperThan } from '../sandbox/frames.ts'
import type { TaskFailure } from '../sandbox/tasks.ts'
import { chartFileName } from './chart-file-name.ts'
import { type ChartResultRows, readChartResults } from './chart-results.ts'
import { chartScript } from './chart-script.ts'
import { fetchChartRows } from './fetch-chart-rows.ts'
import { noteWrittenRows } from './note-written-rows.ts'
import type { RunData } from './run-data.ts'
import { suggestCharts } from './suggest-questions.ts'
import { taskFailure, thrownFailure, toolFailure } from './tool-failure.ts'

const DEFAULT_TIMEOUT_MS = 15_000
const CALL_TIMEOUT_MS = 40_000
const MAX_SPEC_CHARACTERS = 100_000
const MAX_SPEC_DEPTH = 64
/** The spec with its rows, in the trace. */
const MAX_OUTPUT_CHARACTERS = 4_000_000

const STEP_OR_ROWS = {
  tool: 'sql_results is the step number of an earlier execute_sql call (best, it uses the full result) or a JSON array of row objects. For layers, concatenations and lookups over several results it is a JSON object that names them, such as {"sales": 2, "targets": 5}; a view then draws one with "data": {"name": "targets"}, and a view without data draws the first.',
  argument:
    'Step number of an execute_sql call, for example "2", or a JSON array of rows; or several of these by name, for example {"sales": 2, "targets": 5}.',
}
const ROWS_ONLY = {
  tool: 'sql_results is a JSON array of row objects, for example the rows that execute_sql returned. For layers, concatenations and lookups over several results it is a JSON object of such arrays by name; a view then draws one with "data": {"name": …}, and a view without data draws the first.',
  argument: 'The rows as a JSON array of objects, or an object of such arrays by name.',
}

const ADVICE =
  'Call create_graph when the user asks for a chart or when a development over time is easier to see than to read. Give it the step number of the execute_sql call and a Vega-Lite specification without data, with a title and titled axes. The chart is shown to the user by itself: do not write links or image tags for it.'

/** Draws the rows of earlier statements as a Vega-Lite chart. */
export function createGraphTool(run: RunData): Tool {
  const rowsAdvice = run.results ? STEP_OR_ROWS : ROWS_ONLY
  return {
    name: 'create_graph',
    description: `Draws a chart. ${rowsAdvice.tool} chart_spec is a Vega-Lite specification as JSON text without rows: the results are its only data. Give the chart a title and axis titles with units. notes in the answer say what a person cannot read.`,
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
    advice: ADVICE,
    suggest: suggestCharts,
    timeoutMs: CALL_TIMEOUT_MS,
    outputCharacters: MAX_OUTPUT_CHARACTERS,
    call: (input, context) => draw(run, input, context).catch(thrownFailure),
  }
}

async function draw(run: RunData, input: JsonObject, { signal }: ToolContext): Promise<ToolResult> {
  const spec = readSpec(input.chart_spec)
  if (typeof spec === 'string') return toolFailure('error', spec)
  const read = readChartResults(run, input.sql_results)
  if (typeof read === 'string') return toolFailure('error', read)
  const results: ChartResultRows[] = []
  let drawable = spec
  for (const one of read) {
    const fetched = await fetchChartRows(run, one, { spec: drawable, signal })
    if (typeof fetched === 'string') return toolFailure('error', fetched)
    results.push(fetched.result)
    drawable = fetched.spec
  }

  const outcome = await run.sandbox.run('chart', {
    ownerId: run.ownerId,
    input: {
      spec: drawable,
      results: results.map(({ name, columns, isOrdered, rowsText }) => ({
        name,
        columns,
        isOrdered,
        byteLength: rowsText.byteLength,
      })),
      timeoutMs: run.chartTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    },
    bytes: Buffer.concat(results.map(({ rowsText }) => rowsText)),
    signal,
  })
  if (!outcome.ok) return taskFailure(withAdvice(outcome))

  const { spec: drawn } = outcome.result
  const written = noteWrittenRows(run, results)
  const notes = [...(written === null ? [] : [written]), ...outcome.result.notes]
  const name = chartFileName(spec)
  const artifacts = await Promise.all([
    run.saveArtifact({
      name: `${name}.png`,
      mediaType: 'image/png',
      bytes: outcome.bytes,
      source: 'drawing',
    }),
    run.saveArtifact({ name: `${name}.mjs`, mediaType: 'text/javascript', bytes: chartScript(drawn) }),
  ])
  const { data, datasets: _rows, ...rest } = drawn
  // The model has the rows already.
  const withoutRows = isJsonObject(data) && 'name' in data ? { data, ...rest } : rest
  const shown = { artifacts, ...(notes.length > 0 && { notes }) }
  return {
    status: 'ok',
    output: { data: JSON.stringify(drawn), ...shown },
    content: JSON.stringify({ data: JSON.stringify(withoutRows), ...shown }),
  }
}

/** Adds what to do about a chart that was too much for its child. */
function withAdvice(failure: TaskFailure): TaskFailure {
  if (failure.reason !== 'memory' && failure.reason !== 'crashed' && failure.reason !== 'timeout')
    return failure
  return { ...failure, message: `${failure.message} ${DRAW_LESS}` }
}

const DRAW_LESS = 'Draw fewer rows, categories or facets, or a smaller part of a map; aggregate in SQL first.'

/** The spec, or a sentence about its error. */
function readSpec(value: unknown): JsonObject | string {
  if (typeof value !== 'string' || value.length > MAX_SPEC_CHARACTERS) {
    return `Send chart_spec as JSON text of at most ${MAX_SPEC_CHARACTERS} characters.`
  }
  if (isDeeperThan(Buffer.from(value), MAX_SPEC_DEPTH))
    return 'chart_spec is nested too deep; send a Vega-Lite specification with fewer levels.'
  const spec = parseJson(value)
  return isJsonObject(spec) ? spec : 'chart_spec is not a JSON object; send a Vega-Lite specification.'
}
