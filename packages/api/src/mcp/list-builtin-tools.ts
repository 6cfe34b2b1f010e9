import { BUILTIN_SERVER_ID, BUILTIN_TOOLS, listBuiltinTools as endpoint } from '@parley/contract'
import { BUILTIN_TOOL_PURPOSES } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const listBuiltinTools = query(endpoint, async () => ({
  tools: BUILTIN_TOOLS.map((tool_name) => ({
    tool_name,
    description: BUILTIN_TOOL_PURPOSES[tool_name],
    tool_server_id: BUILTIN_SERVER_ID,
    config: {},
  })),
}))
