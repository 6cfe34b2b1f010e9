import type { BuiltinTool } from '@parley/contract'

/** The description of each built-in tool in a listing (docs/spec/agent-service.md#tools-builtin). */
export const BUILTIN_TOOL_PURPOSES: Readonly<Record<BuiltinTool, string>> = {
  find_metadata: 'Searches column-level metadata across connected data sources.',
  execute_sql: 'Executes SQL across structured datasets, databases and API endpoints.',
  create_graph: 'Generates charts from tabular result data.',
}
