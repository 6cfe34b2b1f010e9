import type { ListedTool, ToolBinding } from '@parley/contract'

/**
 * What is preselected for the calls of a tool: a tool whose server says that it only reads is called without asking,
 * any other one, also one of which nothing is known, asks its owner first.
 */
export function suggestApproval(
  hints: ListedTool['hints'] | undefined,
): NonNullable<ToolBinding['approval']> {
  return hints?.readOnlyHint === true ? 'auto' : 'ask'
}
