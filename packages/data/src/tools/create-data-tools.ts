import type { Tool } from '@parley/agent'
import { createGraphTool } from './create-graph.ts'
import { executeSqlTool } from './execute-sql.ts'
import { findMetadataTool } from './find-metadata.ts'
import type { DataToolsOptions, RunData } from './run-data.ts'

/**
 * The built-in tools for one run of one owner: find_metadata, execute_sql, create_graph (specification, "Input and
 * output shapes by tool"). They keep the full results of the run unless `isSingleCall`, so make new ones for every run.
 */
export function createDataTools(options: DataToolsOptions): Tool[] {
  const run: RunData = { ...options, results: options.isSingleCall ? null : new Map() }
  return [findMetadataTool(run), executeSqlTool(run), createGraphTool(run)]
}
