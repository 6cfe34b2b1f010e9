import type { Tool } from '@parley/agent'
import type { ToolServerFetch } from '../fetch.ts'
import type { RegistryServer } from '../registry/types.ts'
import { type BindRequest, bindTools } from './bind-tools.ts'
import { exchange, toAppError } from './exchange.ts'
import { type FillRequest, fillTools } from './fill-tools.ts'
import { listServerTools } from './list-server-tools.ts'
import { type Pinned, type PinRequest, pinBinding } from './pin-binding.ts'
import { closePool, createPool, type ProviderOf } from './pool.ts'
import type { ListTools, ServerTarget, ServerTool } from './types.ts'

export type ToolServersInput = {
  /** The egress client for tool servers. */
  readonly fetch: ToolServerFetch
  /** The owner's sign-in at a server; see createSignIn. */
  readonly authProvider?: ProviderOf
  /** The fetch to use with it; `fetch` when absent. */
  readonly fetchFor?: (target: ServerTarget) => ToolServerFetch
  /** The address where an owner signs in to a server, for error sentences. */
  readonly signInUrl?: (toolServerId: string) => string
  /** The operator's key for Smithery's gateway. */
  readonly smitheryApiKey?: string
  /** Milliseconds for connecting, negotiation included: 5,000. */
  readonly connectMs?: number
  /** Milliseconds for listing tools: 10,000. */
  readonly listMs?: number
  /** Tools of a server that are read; 500 by default. */
  readonly maxTools?: number
  /** Milliseconds for one call: 30,000. */
  readonly callMs?: number
  /** Milliseconds after which an unused connection is closed: 60,000. */
  readonly idleMs?: number
  /** Bytes of one reply: 2 MiB. */
  readonly maxBytes?: number
  /** Open connections in all: 200. */
  readonly maxConnections?: number
  /** Open connections of one owner: 50. */
  readonly maxConnectionsPerOwner?: number
}

export type ToolServers = {
  /**
   * Returns the tools that a server has now. Throws AppError: `invalid_config` for invalid properties,
   * `conflict` when the owner must sign in, `upstream_failed` or `upstream_timeout` when the server fails.
   */
  readonly listTools: ListTools
  /** Checks a binding against registry and server, and pins its tool. Throws like `listTools`. */
  readonly pinBinding: (request: PinRequest) => Promise<Pinned>
  /** Adds the server's own tools to details when the registry lists none and no configuration is required. */
  readonly fillTools: (request: FillRequest) => Promise<RegistryServer>
  readonly bindTools: (request: BindRequest) => readonly Tool[]
  /** Closes all connections; calls under way fail. */
  readonly close: () => Promise<void>
}

/**
 * Creates tool servers over a pool of connections. Each owner, server and configuration has its own
 * connection.
 */
export function createToolServers(input: ToolServersInput): ToolServers {
  const options = { connectMs: 5_000, listMs: 10_000, maxTools: 500, callMs: 30_000, ...input }
  const pool = createPool({
    fetchFor: options.fetchFor ?? (() => options.fetch),
    connectMs: options.connectMs,
    idleMs: options.idleMs ?? 60_000,
    maxBytes: options.maxBytes ?? 2 * 1024 * 1024,
    maxConnections: options.maxConnections ?? 200,
    maxConnectionsPerOwner: options.maxConnectionsPerOwner ?? 50,
    smitheryApiKey: options.smitheryApiKey,
    authProvider: options.authProvider,
  })

  async function listTools(target: ServerTarget, signal?: AbortSignal): Promise<readonly ServerTool[]> {
    const reply = await exchange(pool, {
      target,
      signal: signal ?? new AbortController().signal,
      isRepeatable: true,
      use: (connection, entry) =>
        listServerTools(entry, connection, {
          listMs: options.listMs,
          maxTools: options.maxTools,
          isFresh: true,
        }),
    })
    if (reply.kind === 'done') return reply.value.map(({ tool }) => tool)
    throw toAppError(reply.failure, target.toolServerId, options.signInUrl?.(target.toolServerId))
  }

  return {
    listTools,
    pinBinding: (request) => pinBinding(request, listTools),
    fillTools: (request) => fillTools(request, listTools),
    bindTools: (request) => bindTools(pool, request, options),
    close: () => closePool(pool),
  }
}
