import type { AgentLimits } from '@parley/agent'
import { ApprovalPolicy, Datatype, RunLimits } from '@parley/contract'
import { DEFAULT_OWNER, type OwnerId, type StoredAgent, type StoredToolBinding } from '@parley/db'
import type { JsonObject, OpenedBinding, ToolProperty } from '@parley/domain'
import { isTemplate } from '../llm-config/llm-config.ts'
import type { Cipher, SecretPlace } from '../secrets/cipher.ts'
import { decryptReadable, unreadableSecret } from '../secrets/unreadable-secret.ts'

type Deps = { readonly cipher: Cipher }

export type OpenedAgent = Omit<StoredAgent, 'tools' | 'limits'> & {
  readonly tools: readonly OpenedBinding[]
  readonly limits: RunLimits
}

/**
 * Decrypts the property values of an agent that `owner` may read. Throws `invalid_config` when no configured master key
 * opens the values of a tool, and names the tool: without its values a call would mean something else.
 */
export function openAgent(deps: Deps, owner: OwnerId, row: StoredAgent): OpenedAgent {
  const place = agentPlace(row.id, isTemplate(row) ? DEFAULT_OWNER : owner)
  const tools = row.tools.map((binding) => {
    const opened = openBinding(deps, binding, place)
    if (opened) return opened
    throw unreadableSecret({
      secret: `A property of the tool ${binding.toolName} of ${binding.toolServerId} in the agent "${row.name}"`,
      repair: "send the agent's tools again with all their properties",
    })
  })
  return { ...row, tools, limits: RunLimits.parse(row.limits ?? {}) }
}

/** The bindings of the owner's agent whose property values can be read. */
export function openReadableBindings(deps: Deps, owner: OwnerId, row: StoredAgent): OpenedBinding[] {
  return row.tools.flatMap((binding) => openBinding(deps, binding, agentPlace(row.id, owner)) ?? [])
}

/** The limits of an agent as the engine takes them. */
export function toAgentLimits({ rounds, calls, seconds, tokens }: RunLimits): Partial<AgentLimits> {
  return {
    ...(rounds !== undefined && { rounds }),
    ...(calls !== undefined && { calls }),
    ...(seconds !== undefined && { runMs: seconds * 1000 }),
    ...(tokens !== undefined && { tokens }),
  }
}

/** Limits as the database stores them: plain JSON, absent ones left out. */
export function toStoredLimits(limits: RunLimits): JsonObject {
  return JSON.parse(JSON.stringify(limits))
}

/** Encrypts the property values of bindings for one agent. */
export function sealBindings(
  deps: Deps,
  bindings: readonly OpenedBinding[],
  { agentId, owner }: { readonly agentId: string; readonly owner: OwnerId },
): StoredToolBinding[] {
  const place = agentPlace(agentId, owner)
  return bindings.map((binding) => ({
    ...binding,
    properties: binding.properties.map(({ key, datatype, value }) => ({
      key,
      datatype,
      valueCipher: deps.cipher.encrypt(value, place).toString('base64'),
    })),
  }))
}

/** Null when a property value cannot be read. */
function openBinding(deps: Deps, binding: StoredToolBinding, place: SecretPlace): OpenedBinding | null {
  const properties: ToolProperty[] = []
  for (const { key, datatype, valueCipher } of binding.properties) {
    const value = decryptReadable(deps.cipher, Buffer.from(valueCipher, 'base64'), place)
    if (value === null) return null
    properties.push({ key, datatype: Datatype.parse(datatype), value })
  }
  return {
    toolName: binding.toolName,
    toolServerId: binding.toolServerId,
    ...(binding.approval !== undefined && { approval: ApprovalPolicy.parse(binding.approval) }),
    ...(isJsonObject(binding.pinned) && { pinned: binding.pinned }),
    properties,
  }
}

function agentPlace(agentId: string, ownerId: string): SecretPlace {
  return { table: 'agent', row: agentId, owner: ownerId }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
