import type { RunLimits, ToolBinding } from '@parley/contract'

/** The values of an agent's form. */
export type AgentFormValues = {
  name: string
  description: string
  model: string | null
  tools: ToolBinding[]
  limits: RunLimits
  dataSourceIds: readonly string[] | null
}
