import type { BuiltinTool, ToolBinding } from '@parley/contract'

/** The service's own tools, in the order an analysis uses them. */
export const BUILTIN_TOOL_NAMES: readonly BuiltinTool[] = ['find_metadata', 'execute_sql', 'create_graph']

/** The service's own tool that is off unless it is chosen: it asks the user back. */
export const ASKING_TOOL = 'ask_user'

/** The `tool_server_id` of the service's own tools. */
export const BUILTIN_SERVER: ToolBinding['tool_server_id'] = 'parley'
