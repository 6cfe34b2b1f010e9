import type { OwnerId } from '@parley/domain'
import type { RegistryServer } from '../registry/types.ts'
import { toolHash } from './hash-tool.ts'
import { readProperties } from './read-properties.ts'
import { simplifySchema } from './simplify-schema.ts'
import type { ListTools, ServerToolBinding } from './types.ts'
import { type BindingInput, chooseConnection, unknownTool, validateBinding } from './validate-binding.ts'

export type PinRequest = {
  readonly ownerId: OwnerId
  readonly binding: BindingInput
  readonly details: RegistryServer | null
  readonly signal?: AbortSignal
}

export type Pinned =
  | { readonly kind: 'pinned'; readonly binding: ServerToolBinding }
  | {
      readonly kind: 'problem' /** One sentence for the owner who saves the agent. */
      readonly message: string
    }

/**
 * Checks a binding against the registry and then against the server, and pins the tool that the server lists.
 */
export async function pinBinding(request: PinRequest, listTools: ListTools): Promise<Pinned> {
  const { ownerId, binding, details, signal } = request
  const message = validateBinding(binding, details)
  if (message) return { kind: 'problem', message }
  const connection = details && chooseConnection(details)
  if (!connection) return { kind: 'problem', message: `There is no tool server "${binding.toolServerId}".` }

  const { toolServerId, toolName, properties } = binding
  const tools = await listTools({ ownerId, toolServerId, connection, properties }, signal)
  const tool = tools.find(({ name }) => name === toolName)
  if (!tool) return { kind: 'problem', message: unknownTool(binding, tools) }

  const label = `Tool "${toolName}" of tool server "${toolServerId}"`
  const simple = simplifySchema(tool.inputSchema)
  if (simple.kind === 'unusable')
    return { kind: 'problem', message: `${label} cannot be used: its schema ${simple.reason}.` }
  const read = readProperties(properties, {
    configSchema: connection.configSchema,
    inputSchema: tool.inputSchema,
  })
  if (read.kind === 'problem') return { kind: 'problem', message: `${label}: ${read.message}` }
  return {
    kind: 'pinned',
    binding: { toolServerId, toolName, connection, properties, pin: { hash: toolHash(tool), tool } },
  }
}
