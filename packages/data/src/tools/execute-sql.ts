import type { Tool, ToolContext, ToolResult } from '@parley/agent'
import type { JsonObject, ResultColumn, SourceVersion } from '@parley/domain'
import { definitionNotes } from '../definitions/definition-notes.ts'
import { expandMetrics } from '../definitions/expand-metrics.ts'
import { splitAttachment } from '../result/kept-values.ts'
import type { StatementEstimate } from '../result/query-result.ts'
import { runCheckedStatement } from '../sql/run-checked-statement.ts'
import { STATEMENT_LIMITS } from '../sql/statement-limits.ts'
import { readWhole } from '../whole/read-whole.ts'
import type { RunData } from './run-data.ts'
import { suggestFromQuery } from './suggest-questions.ts'
import { taskFailure, thrownFailure, toolFailure } from './tool-failure.ts'

/** Time for waiting for a free child and starting one, in addition to the statement's own time. */
const CALL_TIMEOUT_MS = 40_000

const KEPT =
  'At most 200 rows come back; the full result stays available to create_graph under the step number in the answer.'
const NOT_KEPT = 'At most 200 rows come back, so aggregate in SQL what create_graph is to draw.'

const ADVICE =
  'execute_sql takes exactly one SELECT statement in the dialect that find_metadata names for the source. Let the database count, add up, sort and limit; ask for the few rows you need. State the figures in the answer, with their units.'

/** Runs one SELECT over the owner's sources. */
export function executeSqlTool(run: RunData): Tool {
  return {
    name: 'execute_sql',
    description: `Runs one read-only SQL SELECT over the connected data sources and returns the rows. Use the qualified table names and the dialect that find_metadata gives; to join tables of different sources write the DuckDB dialect. ${run.results ? KEPT : NOT_KEPT}`,
    parameters: {
      type: 'object',
      properties: { generated_sql: { type: 'string', description: 'Exactly one SELECT statement.' } },
      required: ['generated_sql'],
    },
    advice: ADVICE,
    suggest: suggestFromQuery,
    timeoutMs: CALL_TIMEOUT_MS,
    call: ({ generated_sql }, context) => {
      if (typeof generated_sql !== 'string')
        return Promise.resolve(toolFailure('error', 'Send generated_sql as a string.'))
      return execute(run, generated_sql, context).catch(thrownFailure)
    },
  }
}

async function execute(run: RunData, sql: string, { stepId, signal }: ToolContext): Promise<ToolResult> {
  const { sqlTimeoutMs: timeoutMs = STATEMENT_LIMITS.timeoutMs } = run
  const expanded = expandMetrics(sql, run.definitions ?? [])
  if ('refusal' in expanded) return toolFailure('error', expanded.refusal)
  const outcome = await runCheckedStatement(expanded.sql, {
    ...run,
    limits: { ...STATEMENT_LIMITS, timeoutMs },
    signal,
    isIndexed: run.keepResult !== undefined,
  })
  if (!outcome.ok) return taskFailure(outcome)

  const { rows, rowCount, columns, keptRows, estimate } = outcome.result
  const { isOrdered = false } = outcome
  const { rowsText, values } = splitAttachment(outcome.bytes, outcome.result)
  run.results?.set(stepId, { columns, rowCount, keptRows, rowsText, isOrdered, sql })
  const notes = [
    ...definitionNotes({ ...expanded, asked: sql, definitions: run.definitions ?? [] }),
    ...(outcome.notes ?? []),
  ]
  const isTruncated = rowCount === null || rowCount > rows.length
  if (isTruncated) {
    const given = { sql: expanded.sql, columns, rowCount, keptRows, rowsText, values }
    run.keepResult?.({
      stepId,
      readWhole: (ofRun) => readWhole(given, { ...run, signal: ofRun }),
    })
  }
  const output: JsonObject = {
    ...(rowCount !== null && { row_count: rowCount }),
    rows: [...rows],
    ...columnOrder(columns),
    ...(isTruncated && { truncated: true }),
    ...(notes.length > 0 && { notes }),
  }
  const sources = (outcome.read ?? []).map(versionToWire)
  const heights = sources.filter((source) => 'block_height' in source)
  const content = JSON.stringify({
    ...output,
    ...(heights.length > 0 && { sources: heights }),
    ...(run.results && { step: stepId }),
  })
  // The estimate and the times are for the reader of the trace; the model has the result itself.
  const forReader = {
    ...(sources.length > 0 && { sources }),
    ...(estimate && { estimate: toWire(estimate) }),
  }
  return { status: 'ok', output: { ...output, ...forReader }, content }
}

function versionToWire({ name, updatedAt, blockHeight }: SourceVersion): JsonObject {
  return {
    name,
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    ...(blockHeight !== undefined && { block_height: blockHeight }),
  }
}

/**
 * Returns the column names in order when rows as JSON objects lose it. JavaScript puts keys that are whole
 * numbers first, such as years that PIVOT turns into columns.
 */
function columnOrder(columns: readonly ResultColumn[]): { readonly columns?: string[] } {
  const names = columns.map(({ name }) => name)
  return names.some((name) => /^(0|[1-9]\d*)$/.test(name)) ? { columns: names } : {}
}

function toWire({ rowsRead, resultRows, cost }: StatementEstimate): JsonObject {
  return {
    ...(rowsRead !== undefined && { rows_read: rowsRead }),
    ...(resultRows !== undefined && { result_rows: resultRows }),
    ...(cost !== undefined && { cost }),
  }
}
