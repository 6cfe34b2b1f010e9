import type { OwnerId } from '@parley/domain'
import { isAppError } from '@parley/errors'
import type { RegistryServer } from '../registry/types.ts'
import { readProperties } from './read-properties.ts'
import type { ListTools } from './types.ts'
import { chooseConnection } from './validate-binding.ts'

export type FillRequest = {
  readonly ownerId: OwnerId
  readonly details: RegistryServer
  readonly signal?: AbortSignal
}

/**
 * Adds the tools that the server itself lists to its details, when the registry lists none and the server
 * requires no configuration. Returns the details unchanged when the server does not answer.
 */
export async function fillTools(
  { ownerId, details, signal }: FillRequest,
  listTools: ListTools,
): Promise<RegistryServer> {
  const connection = chooseConnection(details)
  if (details.tools.length > 0 || !connection) return details
  const read = readProperties([], { configSchema: connection.configSchema, inputSchema: null })
  if (read.kind === 'problem') return details
  try {
    const target = { ownerId, toolServerId: details.qualifiedName, connection, properties: [] }
    const tools = await listTools(target, signal)
    return {
      ...details,
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    }
  } catch (error) {
    if (signal?.aborted || !isAppError(error)) throw error
    return details
  }
}
