import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { LlmConfigId } from './llm-config.ts'
import { Description, Name, text } from './text.ts'

export const AgentId = z.uuid()

export const Datatype = z.enum(['string', 'number', 'integer', 'boolean', 'json'])
export type Datatype = z.infer<typeof Datatype>

/** A fixed value the owner sets: connection configuration of a tool server, or a bound argument of the tool. */
export const Property = z.object({
  key: text(LIMITS.nameLength).min(1),
  value: text(LIMITS.propertyValueLength),
  datatype: Datatype,
})
export type Property = z.infer<typeof Property>

/** Whether a call of an external tool needs its owner's word: no, each time, or it is never made. */
export const ApprovalPolicy = z.enum(['auto', 'ask', 'never'])
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

export const ToolBinding = z.object({
  tool_name: text(LIMITS.nameLength).min(1),
  tool_server_id: text(LIMITS.nameLength).min(1),
  properties: z.array(Property).max(LIMITS.propertiesPerTool),
  /** An addition to the specification; `auto` where it is absent, as the documented calls know no waiting. */
  approval: ApprovalPolicy.optional(),
})
export type ToolBinding = z.infer<typeof ToolBinding>

/** A property without datatype is a string. */
export const PropertyInputs = z
  .array(Property.extend({ datatype: Datatype.optional() }))
  .max(LIMITS.propertiesPerTool)

const ToolBindingInput = ToolBinding.extend({ properties: PropertyInputs.optional() })

/** Bounds of one run; an absent one has the service's default. An addition to the specification. */
export const RunLimits = z.object({
  /** Model calls that may ask for tools. */
  rounds: z.int().min(1).max(50).optional(),
  /** Tool calls in all. */
  calls: z.int().min(1).max(200).optional(),
  /** Seconds for the whole run. */
  seconds: z.int().min(1).max(900).optional(),
  /** Tokens in all, as the vendor counts them. */
  tokens: z.int().min(100).max(10_000_000).optional(),
})
export type RunLimits = z.infer<typeof RunLimits>

const Fields = z.object({
  name: Name,
  description: Description.optional(),
  model_config_id: LlmConfigId,
  tools: z.array(ToolBindingInput).max(LIMITS.toolsPerAgent).optional(),
  limits: RunLimits.optional(),
})

export const Agent = z.object({
  id: AgentId,
  user_id: z.string(),
  name: z.string(),
  description: z.string(),
  model_config_id: LlmConfigId,
  tools: z.array(ToolBinding),
  limits: RunLimits,
})
export type Agent = z.infer<typeof Agent>

const AgentListEntry = Agent.pick({
  id: true,
  name: true,
  description: true,
  model_config_id: true,
}).extend({
  tool_count: z.int(),
})

const Params = z.object({ agent_id: AgentId })

export const createAgent = endpoint({
  name: 'agent.create',
  method: 'POST',
  path: '/agent',
  audience: 'user',
  summary: 'Create an agent',
  body: Fields,
  reply: data(z.object({ agent_id: AgentId })),
})

export const getAgent = endpoint({
  name: 'agent.get',
  method: 'GET',
  path: '/agent/{agent_id}',
  audience: 'user',
  summary: 'Get an agent with its tools',
  params: Params,
  reply: data(Agent),
})

export const listAgents = endpoint({
  name: 'agent.list',
  method: 'GET',
  path: '/agent',
  audience: 'user',
  summary: 'List my agents',
  reply: data(z.object({ agents: z.array(AgentListEntry) })),
})

export const updateAgent = endpoint({
  name: 'agent.update',
  method: 'PATCH',
  path: '/agent/{agent_id}',
  audience: 'user',
  summary: 'Change an agent',
  description: 'Only sent fields change; tools is replaced as a whole.',
  params: Params,
  body: Fields.partial(),
  reply: emptyData,
})

export const deleteAgent = endpoint({
  name: 'agent.delete',
  method: 'DELETE',
  path: '/agent/{agent_id}',
  audience: 'user',
  summary: 'Delete an agent for good',
  description: 'Refused with 409 while sessions are attached; switch or delete those first.',
  params: Params,
  reply: emptyData,
})

export const listAgentSessions = endpoint({
  name: 'agent.listSessions',
  method: 'GET',
  path: null,
  audience: 'person',
  summary: 'List my sessions that are attached to an agent, newest first',
  query: Params,
  reply: data(z.object({ sessions: z.array(z.object({ session_id: z.uuid(), name: z.string() })) })),
})

/** Why a tool of an agent cannot be called now; `changed` is over when the agent is saved again with it. */
const ToolProblem = z.object({
  tool_name: z.string(),
  tool_server_id: z.string(),
  kind: z.enum(['changed', 'missing', 'needs_sign_in', 'unreachable']),
  message: z.string(),
})
export type ToolProblem = z.infer<typeof ToolProblem>

export const listToolProblems = endpoint({
  name: 'agent.listToolProblems',
  method: 'GET',
  path: '/agent/{agent_id}/tool_problems',
  audience: 'user',
  summary: 'Ask the tool servers of an agent which of its tools cannot be called',
  description: 'A changed tool is suspended until the agent is saved with it again, by PATCH with its tools.',
  isAddition: true,
  params: Params,
  reply: data(z.object({ problems: z.array(ToolProblem) })),
})
