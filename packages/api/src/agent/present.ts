import type { ApprovalPolicy, Property, Agent as WireAgent } from '@parley/contract'
import {
  type Agent,
  type AgentSummary,
  isTemplate,
  Secret,
  type ToolBinding,
  type Property as ToolProperty,
} from '@parley/core'

/** An agent with its tools; property values are shown to their owner only. */
export function presentAgent(agent: Agent): WireAgent {
  const isShown = !isTemplate(agent)
  return {
    id: agent.id,
    user_id: agent.userId,
    name: agent.name,
    description: agent.description,
    model_config_id: agent.modelConfigId,
    limits: agent.limits,
    tools: agent.tools.map(({ toolName, toolServerId, properties, approval }) => ({
      tool_name: toolName,
      tool_server_id: toolServerId,
      properties: properties.map(({ key, datatype, value }) => ({
        key,
        datatype,
        value: isShown ? value.reveal() : '',
      })),
      ...(approval && { approval }),
    })),
  }
}

/** An agent as the list shows it. */
export function presentAgentListEntry(row: AgentSummary) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    model_config_id: row.modelConfigId,
    tool_count: row.toolCount,
  }
}

type SentProperty = {
  readonly key: string
  readonly value: string
  readonly datatype?: Property['datatype'] | undefined
}

type SentBinding = {
  readonly tool_name: string
  readonly tool_server_id: string
  readonly approval?: ApprovalPolicy | undefined
  readonly properties?: readonly SentProperty[] | undefined
}

/** Bindings as a caller sent them, values wrapped. */
export function readToolBindings(tools: readonly SentBinding[]): ToolBinding[] {
  return tools.map((tool) => ({
    toolName: tool.tool_name,
    toolServerId: tool.tool_server_id,
    ...(tool.approval && { approval: tool.approval }),
    properties: readToolProperties(tool.properties ?? []),
  }))
}

/** Properties as a caller sent them, values wrapped; one without datatype is a string. */
export function readToolProperties(properties: readonly SentProperty[]): ToolProperty[] {
  return properties.map(({ key, value, datatype }) => ({
    key,
    datatype: datatype ?? 'string',
    value: new Secret(value),
  }))
}
