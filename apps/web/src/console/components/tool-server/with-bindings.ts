import type { ToolBinding } from '@parley/contract'

/** The bindings plus `added`; an added binding replaces the earlier binding of the same tool. */
export function withBindings(tools: readonly ToolBinding[], added: readonly ToolBinding[]): ToolBinding[] {
  const isReplaced = (tool: ToolBinding) =>
    added.some(
      ({ tool_name, tool_server_id }) =>
        tool_name === tool.tool_name && tool_server_id === tool.tool_server_id,
    )
  return [...tools.filter((tool) => !isReplaced(tool)), ...added]
}
