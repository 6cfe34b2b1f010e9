import type { InputOf, OPERATIONS, ToolProblem, ToolSnapshot, Agent as WireAgent } from '@parley/contract'
import { type AgentSummary, isTemplate, type OpenedAgent } from '@parley/core'
import {
  type DefinedTool,
  type OpenedBinding,
  Secret,
  type ToolProperty,
  type UnusableTool,
} from '@parley/domain'

/** An agent with its tools. Property values are shown to their owner only, and not to keys without the scope `secrets`. */
export function presentAgent(agent: OpenedAgent, seesSecrets: boolean): WireAgent {
  const isShown = seesSecrets && !isTemplate(agent)
  return {
    id: agent.id,
    user_id: agent.userId,
    name: agent.name,
    description: agent.description,
    model_config_id: agent.modelConfigId,
    limits: agent.limits,
    data_source_ids: agent.dataSourceIds && [...agent.dataSourceIds],
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

type SentAgent = InputOf<typeof OPERATIONS.agent.update>
type SentBinding = NonNullable<SentAgent['tools']>[number]
type SentProperty = NonNullable<SentBinding['properties']>[number]

/** Why a tool of an agent cannot be called now. */
export function presentToolProblem({
  toolName,
  toolServerId,
  change,
  ...problem
}: UnusableTool): ToolProblem {
  return {
    tool_name: toolName,
    tool_server_id: toolServerId,
    ...problem,
    ...(change && {
      change: {
        before: presentDefinition(change.before),
        after: presentDefinition(change.after),
        definition_hash: change.definitionHash,
      },
    }),
  }
}

function presentDefinition({ description, inputSchema, hints }: DefinedTool): ToolSnapshot {
  return { description, input_schema: inputSchema, hints }
}

/** The fields a caller sent; an absent field stays absent. */
export function readAgentChange(fields: SentAgent) {
  return {
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.description !== undefined && { description: fields.description }),
    ...(fields.model_config_id !== undefined && { modelConfigId: fields.model_config_id }),
    ...(fields.limits !== undefined && { limits: fields.limits }),
    ...(fields.data_source_ids !== undefined && { dataSourceIds: fields.data_source_ids }),
    ...(fields.tools !== undefined && { tools: readToolBindings(fields.tools) }),
  }
}

/** The bindings that a caller sent, with wrapped values. */
export function readToolBindings(tools: readonly SentBinding[]): OpenedBinding[] {
  return tools.map((tool) => ({
    toolName: tool.tool_name,
    toolServerId: tool.tool_server_id,
    ...(tool.approval && { approval: tool.approval }),
    properties: readToolProperties(tool.properties ?? []),
  }))
}

/** The properties that a caller sent, with wrapped values. A property without a datatype is a string. */
export function readToolProperties(properties: readonly SentProperty[]): ToolProperty[] {
  return properties.map(({ key, value, datatype }) => ({
    key,
    datatype: datatype ?? 'string',
    value: new Secret(value),
  }))
}
