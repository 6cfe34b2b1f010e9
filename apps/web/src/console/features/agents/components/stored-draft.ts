import type { Agent, ToolBinding } from '@parley/contract'
import type { AgentFormValues } from './agent-form-values.ts'

const PREFIX = 'parley.agent-draft.'

/**
 * Keeps the unsaved values of an agent's form in this tab, so that they survive a reload. Values of properties may be
 * secrets and are left out; tools that are saved get theirs back from the agent.
 */
export function storeDraft(key: string, values: AgentFormValues, agent: Agent | null): void {
  const tools = values.tools
    .filter((tool) => tool.properties.length === 0 || findSaved(tool, agent))
    .map((tool) => ({ ...tool, properties: [] }))
  window.sessionStorage.setItem(PREFIX + key, JSON.stringify({ ...values, tools }))
}

/** The stored values of an agent's form; undefined when there are none. */
export function readDraft(key: string, agent: Agent | null): AgentFormValues | undefined {
  if (typeof window === 'undefined') return undefined
  const text = window.sessionStorage.getItem(PREFIX + key)
  if (text === null) return undefined
  // This module wrote it, in this tab.
  const values = JSON.parse(text) as AgentFormValues
  const tools = values.tools.map((tool) => ({
    ...tool,
    properties: findSaved(tool, agent)?.properties ?? [],
  }))
  return { ...values, tools }
}

/** Forgets the stored values of one form. */
export function forgetDraft(key: string): void {
  window.sessionStorage.removeItem(PREFIX + key)
}

/** Whether a form holds values that `storeDraft` leaves out. */
export function hasUnstoredValues({ tools }: AgentFormValues, agent: Agent | null): boolean {
  return tools.some((tool) => {
    const saved = findSaved(tool, agent)?.properties ?? []
    return JSON.stringify(tool.properties) !== JSON.stringify(saved)
  })
}

function findSaved(tool: ToolBinding, agent: Agent | null): ToolBinding | undefined {
  return agent?.tools.find(
    (saved) => saved.tool_name === tool.tool_name && saved.tool_server_id === tool.tool_server_id,
  )
}
