import type { Tool } from '@modelcontextprotocol/client'
import type { ApprovalPolicy, JsonObject, OwnerId, ToolProperty } from '@parley/domain'
import type { ServerConnection } from '../registry/types.ts'

/** Hints of a server about the behaviour of its tool. They are only as reliable as the server. */
export type ToolHints = {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool as its server lists it. */
export type ServerTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly hints: ToolHints
}

/** The tool as the owner accepted it, and its hash. Plain data that can be stored. */
export type ToolPin = {
  readonly hash: string
  readonly tool: ServerTool
}
/** A tool attached to an agent, as stored. */
export type ServerToolBinding = {
  /** The server's qualified name. */
  readonly toolServerId: string
  readonly toolName: string
  readonly connection: ServerConnection
  readonly properties: readonly ToolProperty[]
  readonly pin: ToolPin
  /** `auto` by default. */
  readonly approval?: ApprovalPolicy
}

/** A server with the configuration of one owner. */
export type ServerTarget = {
  readonly ownerId: OwnerId
  readonly toolServerId: string
  readonly connection: ServerConnection
  readonly properties: readonly ToolProperty[]
}

/**
 * Returns the tools that a server has now. Throws AppError: `invalid_config` for invalid properties, `conflict` when
 * the owner must sign in, `upstream_failed` or `upstream_timeout` when the server fails.
 */
export type ListTools = (target: ServerTarget, signal?: AbortSignal) => Promise<readonly ServerTool[]>

/** How long the phases of a call may take, and where its owner signs in. */
export type CallSettings = {
  readonly connectMs: number
  readonly listMs: number
  readonly maxTools: number
  readonly callMs: number
  /** The address where an owner signs in to a server, for error sentences. */
  readonly signInUrl?: (toolServerId: string) => string
}

/** A listed tool, ready to be called. */
export type CallableTool = {
  readonly tool: ServerTool
  /**
   * The tool in the form that the SDK needs for a call. It has no output schema, because `readResult` checks
   * that in bounded time.
   */
  readonly definition: Tool
}
