import type { JsonObject } from '@parley/agent'
import type { ReachableSource, StatementResult } from '@parley/core'
import { createDataTools, type EngineOptions } from '@parley/data'
import { AppError } from '@parley/errors'

/**
 * Runs a statement with the tool that models use, so that a person gets what they get: the same engines, bounds and
 * sentences. Throws `invalid_request` with the sentence.
 */
export async function runStatement({
  sql,
  signal,
  ...options
}: EngineOptions & {
  readonly sql: string
  readonly sources: readonly ReachableSource[]
  readonly signal: AbortSignal
}): Promise<StatementResult> {
  const tools = createDataTools({ ...options, saveArtifact: refuseFile })
  const tool = tools.find(({ name }) => name === 'execute_sql')
  if (!tool) throw new AppError('internal', 'There is no tool to run a statement with.')
  const { status, output, content } = await tool.call(
    { generated_sql: sql },
    { stepId: 1, signal, onProgress: () => {} },
  )
  if (status !== 'ok') throw new AppError('invalid_request', content)
  const rows = Array.isArray(output.rows) ? output.rows.filter(isJsonObject) : []
  return {
    columns: Object.keys(rows[0] ?? {}).map((name) => ({ name })),
    rows,
    rowCount: typeof output.row_count === 'number' ? output.row_count : null,
    notes: Array.isArray(output.notes) ? output.notes.map(String) : [],
  }
}

/** A statement draws nothing. */
async function refuseFile(): Promise<never> {
  throw new AppError('internal', 'A statement leaves no files.')
}

function isJsonObject(value: JsonObject[string]): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
