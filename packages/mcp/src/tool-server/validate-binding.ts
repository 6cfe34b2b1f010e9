import type { ToolProperty } from '@parley/domain'
import type { RegistryServer, ServerConnection } from '../registry/types.ts'
import { readProperties } from './read-properties.ts'

export type BindingInput = {
  readonly toolServerId: string
  readonly toolName: string
  readonly properties: readonly ToolProperty[]
}

/**
 * Checks a binding against the registry's details. Returns one sentence about the problem, or null. When the
 * registry lists no tools, only the server can check the tool and its arguments.
 */
export function validateBinding(binding: BindingInput, details: RegistryServer | null): string | null {
  const server = `tool server "${binding.toolServerId}"`
  if (!details) return `There is no ${server}.`
  const connection = chooseConnection(details)
  if (!connection) return `The ${server} cannot be used: it has no address to connect to.`

  const tool = details.tools.find((entry) => entry.name === binding.toolName)
  if (!tool && details.tools.length > 0) return unknownTool(binding, details.tools)

  const read = readProperties(binding.properties, {
    configSchema: connection.configSchema,
    inputSchema: tool?.inputSchema ?? null,
  })
  return read.kind === 'problem'
    ? `Tool "${binding.toolName}" of ${server}: ${lowerFirst(read.message)}`
    : null
}

/** The sentence for a tool that its server does not have. */
export function unknownTool(binding: BindingInput, tools: readonly { readonly name: string }[]): string {
  const names = tools.slice(0, 12).map((tool) => tool.name)
  const more = tools.length > names.length ? ', …' : ''
  const list = names.length > 0 ? `It has: ${names.join(', ')}${more}.` : 'It has no tools.'
  return `The tool server "${binding.toolServerId}" has no tool "${binding.toolName}". ${list}`
}

/**
 * Returns the connection to use: streamable HTTP before the older transport; null for a server that only runs
 * locally.
 */
export function chooseConnection(details: RegistryServer): ServerConnection | null {
  const usable = details.connections.filter((connection) => connection.deploymentUrl)
  return usable.find(({ type }) => type === 'http') ?? usable.find(({ type }) => type === 'sse') ?? null
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
