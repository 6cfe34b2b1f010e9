import type { JsonObject, Tool, ToolContext, ToolResult } from '@parley/agent'
import type { StatementEstimate } from '../sandbox/tasks.ts'
import { runStatement } from '../sql/run-statement.ts'
import { STATEMENT_LIMITS } from '../sql/statement-limits.ts'
import type { RunData } from './create-data-tools.ts'
import { taskFailure, thrownFailure, toolFailure } from './tool-failure.ts'

/** Waiting for a free child and starting one come on top of the statement's own time. */
const CALL_TIMEOUT_MS = 40_000
const MAX_STATEMENT_CHARACTERS = 100_000

/** Runs one SELECT over the owner's sources. */
export function executeSqlTool(run: RunData): Tool {
  return {
    name: 'execute_sql',
    description:
      'Runs one read-only SQL SELECT over the connected data sources and returns the rows. Use the qualified table names and the dialect that find_metadata gives; to join tables of different sources write the DuckDB dialect. At most 200 rows come back; the full result stays available to create_graph under the step number in the answer.',
    parameters: {
      type: 'object',
      properties: { generated_sql: { type: 'string', description: 'Exactly one SELECT statement.' } },
      required: ['generated_sql'],
    },
    timeoutMs: CALL_TIMEOUT_MS,
    call: ({ generated_sql }, context) => {
      if (typeof generated_sql !== 'string')
        return Promise.resolve(toolFailure('error', 'Send generated_sql as a string.'))
      if (generated_sql.length > MAX_STATEMENT_CHARACTERS) {
        return Promise.resolve(
          toolFailure('error', `The statement is longer than ${MAX_STATEMENT_CHARACTERS} characters.`),
        )
      }
      return execute(run, generated_sql, context).catch(thrownFailure)
    },
  }
}

async function execute(run: RunData, sql: string, { stepId, signal }: ToolContext): Promise<ToolResult> {
  const { sqlTimeoutMs: timeoutMs = STATEMENT_LIMITS.timeoutMs } = run
  const outcome = await runStatement(sql, { ...run, limits: { ...STATEMENT_LIMITS, timeoutMs }, signal })
  if (!outcome.ok) return taskFailure(outcome)

  const { rows, rowCount, columns, keptRows, estimate } = outcome.result
  run.results.set(stepId, { columns, rowCount, keptRows, rowsText: outcome.bytes })
  const isTruncated = rowCount === null || rowCount > rows.length
  const output: JsonObject = {
    ...(rowCount !== null && { row_count: rowCount }),
    rows: [...rows],
    ...(isTruncated && { truncated: true }),
    ...(outcome.notes && { notes: [...outcome.notes] }),
  }
  const content = JSON.stringify({ ...output, step: stepId })
  // For who reads the trace; the model has the result itself.
  return { status: 'ok', output: { ...output, ...(estimate && { estimate: toWire(estimate) }) }, content }
}

function toWire({ rowsRead, resultRows, cost }: StatementEstimate): JsonObject {
  return {
    ...(rowsRead !== undefined && { rows_read: rowsRead }),
    ...(resultRows !== undefined && { result_rows: resultRows }),
    ...(cost !== undefined && { cost }),
  }
}
