import { AppError } from '@parley/errors'
import type { Registry, ServerConnection } from '../registry/types.ts'
import { chooseConnection } from '../tool-server/validate-binding.ts'

/** Returns the server's address. Throws `not_found` when no registry has it or it only runs locally. */
export async function findConnection(registry: Registry, toolServerId: string): Promise<ServerConnection> {
  const details = await registry.server(toolServerId)
  const connection = details && chooseConnection(details)
  if (connection) return connection
  throw new AppError('not_found', 'No registry knows a tool server of this name that can be connected to.')
}
