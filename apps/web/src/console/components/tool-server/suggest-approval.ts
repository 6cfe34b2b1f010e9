import type { ListedTool, ToolBinding } from '@parley/contract'

/** Returns the approval that the console preselects: `auto` for a tool that its server marks as read-only, else `ask`. */
export function suggestApproval(
  hints: ListedTool['hints'] | undefined,
): NonNullable<ToolBinding['approval']> {
  return hints?.readOnlyHint === true ? 'auto' : 'ask'
}
