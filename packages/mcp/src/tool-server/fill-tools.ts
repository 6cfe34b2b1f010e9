import { isAppError } from '@parley/errors'
import type { ToolServerDetails } from '../registry/types.ts'
import type { FillRequest, ToolServers } from './create-tool-servers.ts'
import { readProperties } from './read-properties.ts'
import { chooseConnection } from './validate-binding.ts'

/**
 * Server details with the tools the server itself lists, where the registry lists none and the server can be
 * asked without configuration. A server that does not answer leaves the details as they are.
 */
export async function fillTools(
  { ownerId, details, signal }: FillRequest,
  listTools: ToolServers['listTools'],
): Promise<ToolServerDetails> {
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
