import type { BuiltinTool } from '@parley/contract'

/** What each built-in tool is for, as the listing says it (conversational-api.md, "Built-in tools"). */
export const BUILTIN_TOOL_PURPOSES: Readonly<Record<BuiltinTool, string>> = {
  find_metadata: 'Searches column-level metadata across connected data sources.',
  execute_sql: 'Executes SQL across structured datasets, databases and API endpoints.',
  create_graph: 'Generates charts from tabular result data.',
}
