import type { Tool, ToolContext } from '@parley/agent'
import { type JsonObject, type OwnerId, Secret, type ToolProperty } from '@parley/domain'
import type { BindRequest, ServerConnection, ToolServers } from '../index.ts'

export const OWNER = ownerOf('owner-1')

/** An owner of a test; only authentication makes others. */
export function ownerOf(id: string): OwnerId {
  return id as OwnerId
}

export function http(deploymentUrl: string, configSchema: JsonObject = {}): ServerConnection {
  return { type: 'http', deploymentUrl, configSchema }
}

export function property(key: string, value: string): ToolProperty {
  return { key, value: new Secret(value), datatype: 'string' }
}

export type BindOptions = {
  readonly connection: ServerConnection
  readonly toolName: string
  readonly properties?: readonly ToolProperty[]
  readonly toolServerId?: string
  readonly ownerId?: string
  readonly request?: Partial<BindRequest>
}

/** Pins one tool at its server and binds it, like an agent with one tool. */
export async function bindOne(servers: ToolServers, options: BindOptions): Promise<Tool> {
  const {
    connection,
    toolName,
    properties = [],
    toolServerId = 'acme/raw',
    ownerId: owner = OWNER,
    request,
  } = options
  const ownerId = ownerOf(owner)
  const pinned = await servers.pinBinding({
    ownerId,
    binding: { toolServerId, toolName, properties },
    details: {
      qualifiedName: toolServerId,
      displayName: toolServerId,
      remote: true,
      iconUrl: '',
      connections: [connection],
      security: { scanPassed: false },
      tools: [],
    },
  })
  if (pinned.kind === 'problem') throw new Error(pinned.message)
  const [tool] = servers.bindTools({ ownerId, bindings: [pinned.binding], ...request })
  if (!tool) throw new Error('nothing was bound')
  return tool
}

export function context(overrides: Partial<ToolContext> = {}): ToolContext {
  return { stepId: 1, signal: new AbortController().signal, onProgress: () => {}, ...overrides }
}
