import type { BuiltinTool, ToolBinding } from '@parley/contract'

/** The service's own tools, in the order an analysis uses them. */
export const BUILTIN_TOOL_NAMES: readonly BuiltinTool[] = ['find_metadata', 'execute_sql', 'create_graph']

/** The `tool_server_id` of the service's own tools. */
export const BUILTIN_SERVER: ToolBinding['tool_server_id'] = 'parley'
