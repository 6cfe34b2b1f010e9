import { BUILTIN_TOOLS, FINAL_STEP } from '@parley/contract'
import type { ToolServerDeps } from '@parley/core'
import type { JsonObject, OpenedBinding } from '@parley/domain'
import { AppError } from '@parley/errors'
import {
  chooseConnection,
  type Registry,
  type ServerConnection,
  type ServerToolBinding,
  type ToolServers,
} from '@parley/mcp'
import { findToolProblems } from './find-tool-problems.ts'

/** Creates registry search and external tools: the mcp package behind the use cases. */
export function createToolServerDeps(registry: Registry, servers: ToolServers): ToolServerDeps {
  return {
    async search(query, page) {
      const found = await registry.search({ query, page })
      return { servers: found.servers, total: found.total }
    },
    async find(ownerId, qualifiedName) {
      const details = await registry.server(qualifiedName)
      const server = details && (await servers.fillTools({ ownerId, details }))
      return server && { ...server, connections: [...server.connections], tools: [...server.tools] }
    },
    async listTools(ownerId, { toolServerId, properties }) {
      const connection = await findConnection(registry, toolServerId)
      const target = { ownerId, toolServerId, connection, properties }
      const tools = await servers.listTools(target)
      return tools.map(({ name, description, inputSchema, hints }) => ({
        name,
        description,
        inputSchema,
        hints,
      }))
    },
    async pin(ownerId, binding, accepted) {
      const details = await registry.server(binding.toolServerId)
      const pinned = await servers.pinBinding({ ownerId, details, binding })
      if (pinned.kind === 'problem') throw new AppError('invalid_request', pinned.message)
      const { connection, pin } = pinned.binding
      if (accepted && 'held' in accepted && hashOf(accepted.held) !== pin.hash) return accepted.held
      if (accepted && 'definitionHash' in accepted && accepted.definitionHash !== pin.hash) {
        const sentence = 'The server has changed this tool again; read its problem again and accept that.'
        throw new AppError('conflict', sentence)
      }
      // Stored as JSON, which drops undefined fields anyway.
      return JSON.parse(JSON.stringify({ connection, pin }))
    },
    openTools: async (ownerId, { bindings, saveArtifact, approve }) =>
      servers.bindTools({
        ownerId,
        bindings: bindings.flatMap(readPinned),
        reservedNames: [...BUILTIN_TOOLS, FINAL_STEP],
        saveArtifact,
        approve,
      }),
    findProblems: (ownerId, bindings) => findToolProblems(servers, ownerId, bindings.flatMap(readPinned)),
  }
}

/** Returns the server's address. Throws `not_found` when no registry has it or it only runs locally. */
export async function findConnection(registry: Registry, toolServerId: string): Promise<ServerConnection> {
  const details = await registry.server(toolServerId)
  const connection = details && chooseConnection(details)
  if (connection) return connection
  throw new AppError('not_found', 'No registry knows a tool server of this name that can be connected to.')
}

function readPinned(binding: OpenedBinding): ServerToolBinding[] {
  if (!binding.pinned) return []
  const stored = readStored(binding.pinned)
  const approval = binding.approval ?? 'auto'
  return [{ ...binding, connection: stored.connection, pin: stored.pin, approval }]
}

/** The value that `pin` above stored, unchanged. */
function readStored(pinned: JsonObject): Pick<ServerToolBinding, 'connection' | 'pin'> {
  return pinned as unknown as Pick<ServerToolBinding, 'connection' | 'pin'>
}

function hashOf(pinned: JsonObject): string {
  return readStored(pinned).pin.hash
}
